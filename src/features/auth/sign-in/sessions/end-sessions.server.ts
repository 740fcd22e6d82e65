import type { Actor } from '#platform/identity/sessions/actor.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { requireStepUp } from '../../step-up/step-up.server.ts';

/**
 * Signs one device out; returns how many sessions ended. Another device than this one requires step-up: a thief of an
 * open session must not lock its owner out of the others.
 */
export async function endOneSession(platform: Platform, actor: Actor, sessionId: string): Promise<number> {
  if (sessionId !== actor.sessionId) await requireStepUp(platform, actor);
  return write(platform, (tx) => platform.identity.endSessions(tx, { userId: actor.id, only: sessionId }));
}

/** Signs all other devices out, with step-up. */
export async function endOtherSessions(platform: Platform, actor: Actor): Promise<void> {
  await requireStepUp(platform, actor);
  await write(platform, (tx) =>
    platform.identity.endSessions(tx, { userId: actor.id, ...(actor.sessionId ? { except: actor.sessionId } : {}) }),
  );
}
