import { conflict, notFound } from '#kernel/refusal.ts';
import { deletePasskey, type PasskeyRow, renamePasskey } from '#platform/identity/passkeys/passkeys.server.ts';
import { countWaysIn } from '#platform/identity/providers/provider-accounts.server.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { holdSession } from '#platform/identity/sessions/sessions.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { passkeyRemoved } from '../model/auth.events.ts';
import { unknownPasskey } from '../model/auth.policy.ts';
import { authSecurity } from '../model/auth.security.ts';
import { messages } from '../model/messages.ts';
import { requireStepUp } from '../step-up/step-up.server.ts';
import { mailPasskey } from './passkey-mails.server.ts';

/** Renames one of the member's own passkeys. */
export async function nameOwnPasskey(platform: Platform, actor: Actor, id: string, name: string): Promise<PasskeyRow> {
  const row = await write(platform, (tx) => renamePasskey(tx.db, actor.id, id, name));
  if (!row) throw notFound(unknownPasskey);
  return row;
}

/**
 * Removes one of the member's own passkeys, notifies them by email and signs out all other devices. Refuses a missing
 * step-up, and the last sign-in method.
 */
export function removePasskey(platform: Platform, actor: Actor, id: string): Promise<void> {
  return platform.security.follow(
    authSecurity.passkeyChanged,
    { change: 'removed', member: actor.id },
    remove(platform, actor, id),
  );
}

async function remove(platform: Platform, actor: Actor, id: string): Promise<void> {
  const { identity, clock } = platform;
  await requireStepUp(platform, actor);
  await write(platform, async (tx) => {
    const at = clock.now();
    await holdSession(tx, actor);
    const row = await deletePasskey(tx.db, actor.id, id);
    if (!row) throw notFound(unknownPasskey);
    if ((await countWaysIn(tx.db, actor.id)) === 0) throw conflict('last_way_in', messages.lastWayIn);
    await identity.endSessions(tx, { userId: actor.id, ...(actor.sessionId ? { except: actor.sessionId } : {}) });
    tx.append(passkeyRemoved, { subject: actor.id, version: at.getTime(), topics: [] });
    mailPasskey(tx, 'removed', row, at);
  });
}
