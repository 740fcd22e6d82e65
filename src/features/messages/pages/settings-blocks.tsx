import { type ActionFunctionArgs, Form, Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { notFound } from '#kernel/refusal.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, text } from '#platform/http/page-form.server.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { pageMeta } from '#ui/page-meta.ts';
import { Panel } from '#ui/panel.tsx';
import { useFormAnswer } from '#ui/use-form-answer.ts';
import { listBlocks, unblockMember } from '../blocks.server.ts';
import '../components/reports.css';
import { messagePolicy } from '../message.policy.ts';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, messagePolicy, 'block');
  return await listBlocks(pageScope(args.context).platform.db, actor.id);
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, messagePolicy, 'block');
  return answerForm(form, [], async (): Promise<FormAnswer> => {
    if (text(form, 'intent') !== 'unblock') throw notFound('There is no such button.');
    await unblockMember(platform, actor, text(form, 'memberId'));
    return { saved: 'Unblocked' };
  });
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, { title: 'Blocked members', description: 'Whom you have blocked.', path: '/settings/blocks', noIndex: true });

export default function SettingsBlocksPage() {
  const { items } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  return (
    <Panel
      title="Blocked members"
      note="You and they can’t write to each other, buy from each other or see each other’s listings. They are not told, and nobody but you reads the reason."
    >
      <ErrorSummary errors={answer?.problem?.errors} message={answer?.problem?.message} attempt={answer?.problem} />
      <p className="sr" role="status">
        {answer?.saved}
      </p>
      {items.length === 0 ? (
        <EmptyState title="You have blocked nobody" level={3}>
          Block somebody from their profile, or from the menu of a conversation.
        </EmptyState>
      ) : (
        <ul className="blocks" aria-label="Blocked members">
          {items.map(({ memberId, username, avatarUrl, reason, createdAt }) => (
            <li key={memberId}>
              <Avatar name={username} url={avatarUrl} size={40} />
              <div>
                <Link to={`/profile/${memberId}`}>{username}</Link>
                <p className="dim">
                  Since {dayMonthYear(new Date(createdAt))}
                  {reason && <span dir="auto"> · {reason}</span>}
                </p>
              </div>
              <Form method="post" preventScrollReset>
                <input type="hidden" name="memberId" value={memberId} />
                <Button type="submit" name="intent" value="unblock" size="sm" aria-label={`Unblock ${username}`}>
                  Unblock
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
