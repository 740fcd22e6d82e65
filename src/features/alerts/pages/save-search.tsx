import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
} from 'react-router';
import { readStoredSearch, wordsOfSearch } from '#features/listings/index.server.ts';
import { pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, text, typed } from '#platform/http/page-form.server.ts';
import { orNetworkFailure } from '#platform/http/responses/network-failure.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { SearchForm } from '../components/search-form.tsx';
import { saveSearchSchema } from '../contract.ts';
import { alertPolicy } from '../model/alert.policy.ts';
import { saveSearch, saveSearchOnce, whyNotSaved } from '../saved-searches/saved-searches.server.ts';
import { defaultName } from '../saved-searches/search-name.server.ts';

const fields = ['name', 'query', 'frequency'] as const;

/** The query string is a browse page's search: `/saved-searches/new?q=charizard&maxPrice=50`. */
export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, alertPolicy, 'save');
  const { query } = readStoredSearch(new URL(args.request.url).search);
  return {
    query,
    words: wordsOfSearch(query),
    name: defaultName(query),
    whyNot: await whyNotSaved(pageScope(args.context).platform, actor, query),
  };
}

export interface SaveAnswer extends FormAnswer {
  /** The saved search. */
  id?: string;
}

/**
 * The form of this page, and the button of a search: that one sends no name, and says in place what became of it.
 * Without script it leads to the page that changes name and frequency.
 */
export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, alertPolicy, 'save');
  return answerForm(form, fields, async (): Promise<SaveAnswer> => {
    if (!form.has('name')) {
      const id = await saveSearchOnce(platform, actor, text(form, 'query'));
      if (!new URL(args.request.url).pathname.endsWith('.data')) throw redirect(`/saved-searches/${id}`);
      return { id };
    }
    await saveSearch(platform, actor, parseInput(saveSearchSchema, typed(form, fields)));
    throw redirect('/saved-searches');
  });
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orNetworkFailure(() => serverAction<typeof action>());

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Save search',
    description: 'Get notified about new listings for this search.',
    path: '/saved-searches/new',
    noIndex: true,
  });

export default function SaveSearchPage() {
  const { query, words, name, whyNot } = useLoaderData<typeof loader>();
  const back = query ? `/browse?${query}` : '/browse';
  return (
    <>
      <div className="dh">
        <h1>Save search</h1>
      </div>
      <Panel>
        {whyNot ? (
          <EmptyState
            title={query ? 'This search can’t be saved' : 'Nothing to save yet'}
            action={
              <div className="flex flex-wrap justify-center gap-2">
                {whyNot.isOfTier && (
                  <ButtonLink kind="primary" to="/premium">
                    Compare plans
                  </ButtonLink>
                )}
                <ButtonLink to={back}>{query ? 'Back to search' : 'Browse cards'}</ButtonLink>
              </div>
            }
          >
            {whyNot.sentence}
          </EmptyState>
        ) : (
          <SearchForm
            {...{ query, words, name }}
            frequency="now"
            save="Save search"
            back={{ to: back, label: 'Back to search' }}
          />
        )}
      </Panel>
    </>
  );
}
