import { Refusal } from '#kernel/refusal.ts';
import { dayMs, hourMs, minuteMs } from '#kernel/time.ts';
import { network } from '#platform/http/network.rules.ts';
import type { ClientInfo } from '#platform/identity/identity.ts';
import type { Platform } from '#platform/platform.ts';
import { messages } from '../messages.ts';

const windowMs = 15 * minuteMs;
export const signInLimits = {
  perAccount: 10,
  perDevice: 10,
  perAddress: 30,
  windowMs,
  /** Failures one after another, of strangers on one account or in one known browser, after which only a known browser or a reset by mail gets in (NIST SP 800-63B). */
  inARow: 100,
  rowWindowMs: 30 * dayMs,
  unknownEmailsPerAddress: 20,
  unknownWindowMs: hourMs,
} as const;

export interface Attempt {
  /** The password was right: the failures that stood against this browser or this account are forgotten. */
  forgive(): Promise<void>;
}

/**
 * Counts one sign-in before the password is looked at, so that guesses sent at the same moment are all counted, and refuses (429) what is too many. A
 * browser that has signed in to this account before has a count of its own: neither strangers who guess at the account nor neighbours on the same network
 * can shut its owner out; after a hundred failures in a row there it is a stranger's, since somebody else sits at it. Everybody else is counted by account and by network.
 */
export async function countAttempt(platform: Platform, email: string, userId: string | null, client: ClientInfo): Promise<Attempt> {
  const { identity, db } = platform;
  const device = userId === null ? null : identity.knownDevice(userId, client);
  if (device !== null) {
    const [key, row] = [`sign-in:device:${device}`, `sign-in:device-row:${device}`];
    const mine = await identity.consume(db, key, signInLimits.perDevice, windowMs);
    if (!mine.allowed) throw tooMany(mine.retryAfterSeconds);
    if ((await identity.consume(db, row, signInLimits.inARow, signInLimits.rowWindowMs)).allowed) {
      return {
        forgive: async () => {
          await identity.giveBack(db, key, true);
          await identity.giveBack(db, row, true);
        },
      };
    }
  }

  const addressKey = `sign-in:address:${network(client.address)}`;
  const byAccount = await identity.consume(db, accountKey(email), signInLimits.perAccount, windowMs);
  // A call from inside the product has no address, and must not share a count with all others.
  const byAddress = client.address ? await identity.consume(db, addressKey, signInLimits.perAddress, windowMs) : null;
  const refusals = [byAccount, byAddress].filter((answer) => answer?.allowed === false);
  if (refusals.length > 0) throw tooMany(Math.max(...refusals.map((answer) => answer?.retryAfterSeconds ?? 0)));
  const inARow = await identity.consume(db, rowKey(email), signInLimits.inARow, signInLimits.rowWindowMs);
  if (!inARow.allowed) throw tooMany(inARow.retryAfterSeconds);
  return {
    forgive: async () => {
      await forgetFailures(platform, db, email);
      if (byAddress) await identity.giveBack(db, addressKey);
    },
  };
}

/** Whoever reads the mailbox may try again at once: what guessers did must not outlast the reset. */
export async function forgetFailures({ identity }: Pick<Platform, 'identity'>, db: Platform['db'], email: string): Promise<void> {
  await identity.giveBack(db, accountKey(email), true);
  await identity.giveBack(db, rowKey(email), true);
}

const accountKey = (email: string) => `sign-in:account:${email}`;
const rowKey = (email: string) => `sign-in:row:${email}`;

function tooMany(retryAfterSeconds: number): Refusal {
  return new Refusal(429, 'too_many_attempts', messages.tooManyAttempts, { retryAfterSeconds });
}
