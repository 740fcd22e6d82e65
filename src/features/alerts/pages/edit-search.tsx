import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs, redirect, useLoaderData } from 'react-router';
import { wordsOfSearch } from '#features/listings/index.server.ts';
import { pageRefusal, pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, parseInput, typed } from '#platform/http/page-form.server.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { SearchForm } from '../components/search-form.tsx';
import { changeSearchSchema } from '../contract.ts';
import { alertPolicy } from '../model/alert.policy.ts';
import { changeSavedSearch, getSavedSearch } from '../saved-searches/saved-searches.server.ts';

const fields = ['name', 'frequency'] as const;

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, alertPolicy, 'change');
  const { db } = pageScope(args.context).platform;
  const { query, name, frequency } = await getSavedSearch(db, actor.id, args.params.id ?? '').catch(pageRefusal);
  return { query, name, frequency, words: wordsOfSearch(query) };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, alertPolicy, 'change');
  return answerForm(form, fields, async () => {
    await changeSavedSearch(platform, actor, args.params.id ?? '', parseInput(changeSearchSchema, typed(form, fields)));
    throw redirect('/saved-searches');
  });
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Edit search',
    description: 'Change the name and the notifications of a saved search.',
    path: '/saved-searches',
    noIndex: true,
  });

export default function EditSearchPage() {
  const { query, words, name, frequency } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="dh">
        <h1>Edit search</h1>
      </div>
      <Panel>
        <SearchForm
          {...{ query, words, name, frequency }}
          save="Save changes"
          back={{ to: `/browse?${query}`, label: 'View search' }}
        />
      </Panel>
    </>
  );
}
