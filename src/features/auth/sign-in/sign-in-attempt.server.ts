import { type Refusal, tooMany } from '#kernel/refusal.ts';
import { network } from '#platform/http/responses/network.rules.ts';
import type { ClientInfo } from '#platform/identity/identity.ts';
import type { Platform } from '#platform/platform.ts';
import { authLimits } from '../model/auth.limits.ts';
import { messages } from '../model/messages.ts';

export interface Attempt {
  /** The password was right: the failures that stood against this browser or this account are forgotten. */
  forgive(): Promise<void>;
}

/**
 * Counts one sign-in before the password is looked at, so that guesses sent at the same moment are all counted, and
 * refuses (429) what is too many. A browser that has signed in to this account before has a count of its own: neither
 * strangers who guess at the account nor neighbours on the same network can shut its owner out; after a hundred
 * failures in a row there it is a stranger's, since somebody else sits at it. Everybody else is counted by account and
 * by network.
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

  // A call from inside the product has no address, and must not share a count with all others.
  const place = client.address ? network(client.address) : null;
  const byAccount = await limits.take(authLimits.signInAccount, email);
  const byAddress = place === null ? null : await limits.take(authLimits.signInAddress, place);
  const refusals = [byAccount, byAddress].filter((answer) => answer?.allowed === false);
  if (refusals.length > 0) throw tooManyFailures(Math.max(...refusals.map((answer) => answer?.retryAfterSeconds ?? 0)));
  await limits.count(authLimits.signInRow, email);
  return {
    forgive: async () => {
      await forgetFailures(platform, platform.db, email);
      if (place !== null) await limits.giveBack(authLimits.signInAddress, place);
    },
  };
}

/** Whoever reads the mailbox may try again at once: what guessers did must not outlast the reset. */
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
