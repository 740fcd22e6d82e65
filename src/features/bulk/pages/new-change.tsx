import {
  type ActionFunctionArgs,
  Link,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
} from 'react-router';
import { countChosen } from '#features/listings/index.server.ts';
import { definitionOf } from '#features/tiers/index.server.ts';
import { plural } from '#kernel/format.ts';
import { listAddress } from '#kernel/numbers/paging.ts';
import { lasting } from '#kernel/time.ts';
import { pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer } from '#platform/http/page-form.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note, Panel } from '#ui/page/panel.tsx';
import { RelativeTime } from '#ui/page/relative-time.tsx';
import { listChanges } from '../change/bulk.queries.server.ts';
import { choiceOf, requestChange } from '../change/request-change.server.ts';
import { ChangeForm } from '../components/change-form.tsx';
import { bulkPolicy } from '../model/bulk.policy.ts';
import { bulkTimes } from '../model/bulk.process.ts';
import '../components/bulk.css';
import { statusWords } from '../components/bulk-words.ts';
import { choiceFor, readForm, readMeant } from './new-change.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, bulkPolicy, 'ask');
  const { platform } = pageScope(args.context);
  const now = platform.clock.now();
  const meant = readMeant(new URL(args.request.url).searchParams);
  const [tier, count, changes] = await Promise.all([
    definitionOf(platform.db, actor.id),
    countChosen(platform.db, actor.id, choiceOf(choiceFor(meant), now)),
    listChanges(platform.db, actor.id),
  ]);
  return { isPremium: tier.hasBulkListingTools, meant, count, changes, now: now.toISOString() };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, bulkPolicy, 'ask');
  return answerForm(
    form,
    ['do', 'by', 'floor', 'currency', 'rounding', 'mostPercent', 'aboveCost'],
    async (): Promise<FormAnswer> => {
      const id = await requestChange(platform, actor, readForm(form));
      throw redirect(`/dashboard/listings/bulk/${id}`);
    },
  );
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Bulk edit listings',
    description: 'Change prices, pause or renew many listings at once.',
    path: '/dashboard/listings/bulk',
    noIndex: true,
  });

export default function NewChangePage() {
  const { isPremium, meant, count, changes, now } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  const back = listAddress('/dashboard/listings', { tab: meant.tab, q: meant.search });
  return (
    <>
      <div className="dh">
        <h1>Bulk edit listings</h1>
        <span className="flex flex-wrap gap-4">
          <Link className="link" to="/dashboard/listings/rules">
            Price rules
          </Link>
          <Link className="link" to={back}>
            Listings
          </Link>
        </span>
      </div>
      {answer?.problem && (
        <Note tone="danger" role="alert" className="mb-4">
          {Object.values(answer.problem.errors ?? {})[0] ?? answer.problem.message}
        </Note>
      )}
      {isPremium ? (
        <Panel
          className="mb-4"
          title={titleOf(meant, count)}
          note="Preview every change before you make it. You can undo it for 24 hours."
        >
          {count > 0 ? (
            <ChangeForm key={answer ? 'again' : 'first'} meant={meant} count={count} answer={answer} />
          ) : (
            <p className="dim">No listings to edit</p>
          )}
        </Panel>
      ) : (
        <Panel className="mb-4" title="Premium feature">
          <p className="mb-4">
            Bulk edit is part of Premium. Change hundreds of prices at once, by percent, by amount or by market price.
            Preview every price, and undo the change for 24 hours. On any plan, you can change prices one by one and
            pause or renew the listings on a page.
          </p>
          <ButtonLink kind="primary" to="/premium">
            Compare plans
          </ButtonLink>
        </Panel>
      )}
      {changes.length > 0 && (
        <Panel title="Recent bulk edits" note={`Stored for ${lasting(bulkTimes.storedMs)}.`}>
          <ul className="grid gap-2">
            {changes.map(({ id, said, status, createdAt }) => (
              <li key={id}>
                <Link className="link" to={`/dashboard/listings/bulk/${id}`}>
                  {said}
                </Link>{' '}
                <span className="dim">
                  · <RelativeTime at={createdAt} now={now} /> · {statusWords[status]}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

const titles: Readonly<Record<string, { one: string; other: string }>> = {
  '': { one: '# unsold listing', other: '# unsold listings' },
  live: { one: '# live listing', other: '# live listings' },
  paused: { one: '# paused or expired listing', other: '# paused and expired listings' },
  drafts: { one: '# draft', other: '# drafts' },
};

function titleOf({ ids, tab, search }: { ids: string[]; tab: string; search: string }, count: number): string {
  if (ids.length > 0) return plural(count, { one: '# selected listing', other: '# selected listings' });
  const title = plural(count, titles[tab] ?? { one: '# listing', other: '# listings' });
  return search ? `${title} · Search: “${search}”` : title;
}
