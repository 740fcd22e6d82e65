import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '#ui/lazy-part.ts';
import { Note } from '#ui/page/panel.tsx';
import { messages } from '../model/messages.ts';

/**
 * A script that can't be had is an answer too. A browser that is offline knows better what is wrong, and the forms say
 * it.
 */
const AuthCheck = lazyPart<{ away: ReactNode }>(
  () => import('./auth-check.tsx'),
  ({ away }) => navigator.onLine && away,
);

/** Says, before anything is typed, that the services that let people in can't be reached (ER-05). */
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
