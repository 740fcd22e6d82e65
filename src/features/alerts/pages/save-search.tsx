import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
} from 'react-router';
import { readStoredSearch, wordsOfSearch } from '#features/listings/index.server.ts';
import { frequencies } from '#kernel/how-often.ts';
import { pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, typed } from '#platform/http/page-form.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { TextInput } from '#ui/form/field.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { FrequencySelect } from '../components/frequency-select.tsx';
import { saveSearchSchema } from '../contract.ts';
import { alertPolicy } from '../model/alert.policy.ts';
import { saveSearch, whyNotSaved } from '../saved-searches/saved-searches.server.ts';
import { defaultName } from '../saved-searches/search-name.server.ts';
import { alertLimits } from '../words.ts';

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

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, alertPolicy, 'save');
  return answerForm(form, fields, async () => {
    await saveSearch(platform, actor, parseInput(saveSearchSchema, typed(form, fields)));
    throw redirect('/saved-searches');
  });
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Save search',
    description: 'Get notified about new listings for this search.',
    path: '/saved-searches/new',
    noIndex: true,
  });

export default function SaveSearchPage() {
  const { query, whyNot } = useLoaderData<typeof loader>();
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
          <SaveForm back={back} />
        )}
      </Panel>
    </>
  );
}

function SaveForm({ back }: { back: string }) {
  const { query, words, name } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  const errors = answer?.problem?.errors ?? {};
  const values = answer?.values ?? {};
  return (
    <>
      <ErrorSummary errors={answer?.problem?.errors} message={answer?.problem?.message} attempt={answer?.problem} />
      <p className="mb-1">We’ll notify you about new listings for this search:</p>
      <p className="mb-4 wrap-anywhere" dir="auto">
        {words}
      </p>
      <Form method="post" noValidate className="max-w-[480px]">
        <input type="hidden" name="query" value={query} />
        <TextInput
          label="Name"
          name="name"
          required
          mark={false}
          maxLength={alertLimits.name}
          defaultValue={values.name ?? name}
          error={errors.name}
        />
        <FrequencySelect
          label="Notifications"
          value={frequencies.find((each) => each === values.frequency) ?? 'now'}
          error={errors.frequency}
        />
        <div className="mt-5 flex flex-wrap gap-3">
          <Button type="submit" kind="primary">
            Save search
          </Button>
          <ButtonLink kind="ghost" to={back}>
            Back to search
          </ButtonLink>
        </div>
      </Form>
    </>
  );
}
