import {
  type ActionFunctionArgs,
  Form,
  Link,
  type LoaderFunctionArgs,
  type MetaArgs,
  useLoaderData,
} from 'react-router';
import { notFound } from '#kernel/refusal.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, text } from '#platform/http/page-form.server.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { listBlocks, unblockMember } from '../blocks/blocks.server.ts';
import '../components/reports.css';
import { messagePolicy } from '../model/message.policy.ts';
import { listOwnReports } from '../reports/own-reports.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, messagePolicy, 'block');
  const { db } = pageScope(args.context).platform;
  const [{ items }, reports] = await Promise.all([listBlocks(db, actor.id), listOwnReports(db, actor.id)]);
  return { items, reports };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, messagePolicy, 'block');
  return answerForm(form, [], async (): Promise<FormAnswer> => {
    if (text(form, 'intent') !== 'unblock') throw notFound('This page is out of date. Reload it.');
    await unblockMember(platform, actor, text(form, 'memberId'));
    return { saved: 'Member unblocked' };
  });
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Blocked members and reports',
    description: 'Members you blocked, and reports with their outcome.',
    path: '/settings/blocks',
    noIndex: true,
  });

export default function SettingsBlocksPage() {
  const { items, reports } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  return (
    <>
      <Panel
        title="Blocked members"
        note="You can’t message each other, trade or see each other’s listings. We don’t notify blocked members, and only you see the reason."
      >
        <ErrorSummary errors={answer?.problem?.errors} message={answer?.problem?.message} attempt={answer?.problem} />
        <p className="sr" role="status">
          {answer?.saved}
        </p>
        {items.length === 0 ? (
          <EmptyState title="No blocked members" level={3}>
            Block a member from a conversation, or with “Report” on their profile.
          </EmptyState>
        ) : (
          <ul className="blocks" aria-label="Blocked members">
            {items.map(({ memberId, username, avatarUrl, reason, createdAt }) => (
              <li key={memberId}>
                <Avatar name={username} url={avatarUrl} size={40} />
                <div>
                  <Link to={`/profile/${memberId}`}>{username}</Link>
                  <p className="dim">
                    {`Blocked ${dayMonthYear(new Date(createdAt))}`}
                    {reason && <span dir="auto"> · {reason}</span>}
                  </p>
                </div>
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="memberId" value={memberId} />
                  <Button type="submit" name="intent" value="unblock" size="sm">
                    {`Unblock ${username}`}
                  </Button>
                </Form>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel
        title="Reports"
        note="Reports that you sent, and our decisions on reports about you. We never share who sent a report."
      >
        {reports.length === 0 ? (
          <p className="dim">No reports yet. You can report profiles, listings and conversations with “Report”.</p>
        ) : (
          <ul className="reports" aria-label="Reports">
            {reports.map(({ id, what, isAboutMe, reason, answer, at }) => (
              <li key={id}>
                <p dir="auto">{what}</p>
                <p className="dim" dir="auto">
                  {isAboutMe ? 'Reported by a member' : 'Reported by you'} · {reason} ·{' '}
                  {answer === null ? `Sent ${dayMonthYear(new Date(at))}` : `Reviewed ${dayMonthYear(new Date(at))}`}
                </p>
                {answer === null ? (
                  <p>We haven’t reviewed this report yet.</p>
                ) : (
                  <p className="said" dir="auto">
                    {answer}
                  </p>
                )}
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </>
  );
}
