import { type ActionFunctionArgs, Form, type LoaderFunctionArgs, type MetaArgs, redirect, useLoaderData } from 'react-router';
import { readKeptSearch, wordsOfSearch } from '#features/listings/index.server.ts';
import { requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, typed } from '#platform/http/page-form.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { TextInput } from '#ui/field.tsx';
import { pageMeta } from '#ui/page-meta.ts';
import { Panel } from '#ui/panel.tsx';
import { useFormAnswer } from '#ui/use-form-answer.ts';
import { alertPolicy } from '../alert.policy.ts';
import { FrequencySelect } from '../components/frequency-select.tsx';
import { saveSearchSchema } from '../contract.ts';
import { saveSearch } from '../saved-searches.server.ts';
import { alertLimits, frequencies } from '../words.ts';

const fields = ['name', 'query', 'frequency'] as const;

/** Its address carries a browse page's search: `/saved-searches/new?q=charizard&maxPrice=50`. */
export async function loader(args: LoaderFunctionArgs) {
  requirePageActor(args, alertPolicy, 'save');
  const { query } = readKeptSearch(new URL(args.request.url).search);
  return { query, words: wordsOfSearch(query) };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, alertPolicy, 'save');
  return answerForm(form, fields, async () => {
    await saveSearch(platform, actor, parseInput(saveSearchSchema, typed(form, fields)));
    throw redirect('/saved-searches');
  });
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, { title: 'Save this search', description: 'Be told of new cards that it finds.', path: '/saved-searches/new', noIndex: true });

export default function SaveSearchPage() {
  const { query, words } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  const errors = answer?.problem?.errors ?? {};
  const values = answer?.values ?? {};
  return (
    <>
      <div className="dh">
        <h1>Save this search</h1>
      </div>
      <Panel>
        <ErrorSummary errors={answer?.problem?.errors} message={answer?.problem?.message} attempt={answer?.problem} />
        <p className="mb-4 wrap-anywhere" dir="auto">
          {words ? `You are told of cards listed from now on that fit: ${words}.` : 'Search for something or choose a filter first.'}
        </p>
        <Form method="post" noValidate className="max-w-[480px]">
          <input type="hidden" name="query" value={query} />
          <TextInput
            label="Name"
            name="name"
            required
            mark={false}
            maxLength={alertLimits.name}
            defaultValue={values.name ?? words.replace(/[“”]/g, '').slice(0, alertLimits.name)}
            error={errors.name}
          />
          <FrequencySelect label="Tell me" value={frequencies.find((each) => each === values.frequency) ?? 'now'} error={errors.frequency} />
          <div className="mt-5 flex flex-wrap gap-3">
            <Button type="submit" kind="primary">
              Save search
            </Button>
            <ButtonLink kind="ghost" to={query ? `/browse?${query}` : '/browse'}>
              Back to the cards
            </ButtonLink>
          </div>
        </Form>
      </Panel>
    </>
  );
}
