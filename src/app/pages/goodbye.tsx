import type { MetaArgs } from 'react-router';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Account deleted',
    description: 'Your account has been deleted.',
    path: '/goodbye',
    noIndex: true,
  });

/** The page after the deletion of one's account. */
export default function GoodbyePage() {
  return (
    <div className="wrap py-16">
      <h1 className="sr">Account deleted</h1>
      <EmptyState title="Your account has been deleted" action={<ButtonLink to="/">Back to home</ButtonLink>}>
        You’re signed out on all devices. To keep your account, sign in within 14 days. We sent you an email with the
        last day, and with what to do if this wasn’t you.
      </EmptyState>
    </div>
  );
}
