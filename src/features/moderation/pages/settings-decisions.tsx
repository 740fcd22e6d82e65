import { Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { listAddress } from '#kernel/numbers/paging.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { pageRefusal, pageScope, requirePageActor } from '#platform/http/page.ts';
import { parseInput } from '#platform/http/page-form.server.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageLinks } from '#ui/page/page-links.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import '../components/decisions.css';
import { decisionStatus } from '../components/decision-state.ts';
import { decisionsQuery } from '../contract.ts';
import { decisionTitle } from '../model/decision.rules.ts';
import { decisionPolicy } from '../model/moderation.policy.ts';
import { listDecisions } from '../moderation.queries.server.ts';

const path = '/settings/decisions';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, decisionPolicy, 'list');
  const { db, clock } = pageScope(args.context).platform;
  const cursor = new URL(args.request.url).searchParams.get('cursor') ?? undefined;
  try {
    const page = await listDecisions(
      db,
      actor.id,
      parseInput(decisionsQuery, cursor === undefined ? {} : { cursor }),
      clock.now(),
    );
    return { ...page, isFirst: cursor === undefined };
  } catch (error) {
    return pageRefusal(error);
  }
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Account status',
    description: 'What an operator decided about you, and your appeals.',
    path,
    noIndex: true,
  });

export default function SettingsDecisionsPage() {
  const { items, nextCursor, isFirst } = useLoaderData<typeof loader>();
  return (
    <Panel
      title="Account status"
      note="What an operator decided about you or a thing of yours, on which ground, and what became of your appeals."
    >
      {items.length === 0 ? (
        <EmptyState title="Nothing was decided about you" level={3}>
          Here you would read why, and appeal.
        </EmptyState>
      ) : (
        <ul className="decisions" aria-label="Decisions">
          {items.map((one) => (
            <li key={one.id}>
              <Link className="link" to={`${path}/${one.id}`}>
                {decisionTitle(one.act)}
              </Link>
              {one.subject.title !== null && <p dir="auto">{one.subject.title}</p>}
              <p className="dim">
                {dayMonthYear(new Date(one.decidedAt))} · {decisionStatus(one)}
              </p>
            </li>
          ))}
        </ul>
      )}
      <PageLinks
        label="More decisions"
        newest={!isFirst && ['Newest', path]}
        older={nextCursor !== null && ['Older', listAddress(path, { cursor: nextCursor })]}
      />
    </Panel>
  );
}
