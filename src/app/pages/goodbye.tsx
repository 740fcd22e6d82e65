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
      <EmptyState title="Your account has been deleted" action={<ButtonLink to="/">To the market</ButtonLink>}>
        You are signed out everywhere, and your personal data is gone. A last mail confirms it, and says what to do if
        it was not you.
      </EmptyState>
    </div>
  );
}
