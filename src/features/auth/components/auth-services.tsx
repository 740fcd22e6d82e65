import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '#ui/lazy-part.ts';
import { Note } from '#ui/page/panel.tsx';
import { messages } from '../model/messages.ts';

/**
 * A script that fails to load counts as an answer too. An offline browser knows its problem, and the forms report it.
 */
const AuthCheck = lazyPart<{ away: ReactNode }>(
  () => import('./auth-check.tsx'),
  ({ away }) => navigator.onLine && away,
);

/** Warns, before the user types, that the sign-in services are unreachable (ER-05). */
export function AuthServices() {
  const away = (
    <Note tone="danger" role="alert" className="mb-6">
      {messages.authNotStarted}
    </Note>
  );
  return (
    <Suspense>
      <AuthCheck away={away} />
    </Suspense>
  );
}
