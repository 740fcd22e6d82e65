import type { Actor } from '#platform/identity/sessions/actor.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';

/** Ends this session and every bearer token made from it; idempotent. Returns the cookies to clear. */
export async function signOut(platform: Platform, actor: Actor | null): Promise<string[]> {
  const { id, sessionId } = actor ?? {};
  if (id && sessionId)
    await write(platform, (tx) => platform.identity.endSessions(tx, { userId: id, only: sessionId }));
  return platform.identity.clearedCookies();
}
