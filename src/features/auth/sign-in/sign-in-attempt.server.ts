import { type Refusal, tooMany } from '#kernel/refusal.ts';
import { network } from '#platform/http/responses/network.rules.ts';
import type { ClientInfo } from '#platform/identity/identity.ts';
import type { Platform } from '#platform/platform.ts';
import { authLimits } from '../model/auth.limits.ts';
import { messages } from '../model/messages.ts';

export interface Attempt {
  /** The password was right: resets the failures of this browser or account. */
  forgive(): Promise<void>;
}

/**
 * Counts a sign-in before the password is checked, so that concurrent guesses are all counted, and refuses (429) above
 * the limit. A browser that has signed in to this account before has its own counter: guesses by strangers or from the
 * same network cannot lock the owner out; after a hundred consecutive failures it loses that. All others are counted by
 * account and by network.
 */
export async function countAttempt(
  platform: Platform,
  email: string,
  userId: string | null,
  client: ClientInfo,
): Promise<Attempt> {
  const { identity, limits } = platform;
  const device = userId === null ? null : identity.knownDevice(userId, client);
  if (device !== null) {
    await limits.count(authLimits.signInDevice, device);
    if ((await limits.take(authLimits.signInDeviceRow, device)).allowed) {
      return {
        forgive: async () => {
          await limits.forget(authLimits.signInDevice, device);
          await limits.forget(authLimits.signInDeviceRow, device);
        },
      };
    }
  }

  // An internal call has no address, and must not share a counter with all others.
  const networkKey = client.address ? network(client.address) : null;
  const byAccount = await limits.take(authLimits.signInAccount, email);
  const byAddress = networkKey === null ? null : await limits.take(authLimits.signInAddress, networkKey);
  const refusals = [byAccount, byAddress].filter((answer) => answer?.allowed === false);
  if (refusals.length > 0) throw tooManyFailures(Math.max(...refusals.map((answer) => answer?.retryAfterSeconds ?? 0)));
  await limits.count(authLimits.signInRow, email);
  return {
    forgive: async () => {
      await forgetFailures(platform, platform.db, email);
      if (networkKey !== null) await limits.releasePoint(authLimits.signInAddress, networkKey);
    },
  };
}

/** The owner of the mailbox may sign in at once: guessers' failures must not outlast the reset. */
export async function forgetFailures(
  { limits }: Pick<Platform, 'limits'>,
  db: Platform['db'],
  email: string,
): Promise<void> {
  await limits.forget(authLimits.signInAccount, email, db);
  await limits.forget(authLimits.signInRow, email, db);
}

function tooManyFailures(retryAfterSeconds: number): Refusal {
  return tooMany(messages.tooManyAttempts, retryAfterSeconds, 'too_many_attempts');
}
