import { conflict } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/actor.ts';
import type { ClientInfo } from '#platform/identity/identity.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { messages } from '../messages.ts';
import { codeRefusal, countCode } from './second-factor-attempt.server.ts';

/**
 * The first right code: from now on every sign-in asks for one. All other sessions end, and the member gets a mail. With `renewCodes` the recovery codes
 * are made anew and answered, for a page that shows them only now. Refuses a wrong code, too many of them, and where nothing waits for one.
 */
export async function confirmSecondFactor(
  platform: Platform,
  actor: Actor,
  { code, renewCodes = false }: { code: string; renewCodes?: boolean },
  client: ClientInfo,
): Promise<string[]> {
  const { identity, db, clock } = platform;
  const factor = await identity.secondFactors.find(db, actor.id);
  if (!factor) throw conflict('second_factor_off', 'Begin to set up an authenticator app first.');
  if (factor.confirmedAt !== null) throw conflict('second_factor_on', messages.secondFactorOn);
  const forgive = await countCode(platform, actor.id, client);
  const recoveryCodes = await write(platform, async (tx) => {
    const at = clock.now();
    if (!(await identity.secondFactors.confirm(tx.db, actor.id, code, at))) return null;
    await identity.endSessions(tx, { userId: actor.id, ...(actor.sessionId ? { except: actor.sessionId } : {}) });
    tx.append({ kind: 'member.second-factor-on', subject: actor.id, version: at.getTime(), topics: [] });
    return renewCodes ? identity.secondFactors.renewRecoveryCodes(tx.db, actor.id, at) : [];
  });
  if (recoveryCodes === null) throw codeRefusal('wrong', 'app', 422);
  await forgive();
  return recoveryCodes;
}
