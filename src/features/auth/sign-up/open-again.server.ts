import { isRefusal } from '#kernel/refusal.ts';
import type { ClientInfo } from '#platform/identity/identity.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { findCredentials } from '#platform/identity/users.server.ts';
import type { Platform } from '#platform/platform.ts';
import type { SignUpInput } from '../contract.ts';
import { getOwnProfile } from '../own-profile/own-profile.server.ts';
import { signIn } from '../sign-in/sign-in.server.ts';
import { type OpenedAccount, openAccount } from './open-account.server.ts';

/**
 * A repeated sign-up after a lost answer (LI-05). If the first one succeeded, its account has taken the address: the
 * account of that name is signed in to with the typed password, within the limits of sign-in. Any other request gets
 * the refusal that the address is taken.
 */
export async function openAgain(
  platform: Platform,
  input: SignUpInput,
  client: ClientInfo,
  before: Actor | null,
): Promise<OpenedAccount> {
  try {
    return await openAccount(platform, input, client, before);
  } catch (taken) {
    if (!isRefusal(taken) || taken.code !== 'email_taken' || !(await isMadeBy(platform, input))) throw taken;
    const entered = await signIn(platform, input, client, before).catch((error: unknown) => {
      throw isRefusal(error) ? taken : error;
    });
    if (entered.kind === 'second-factor') throw taken;
    return entered;
  }
}

async function isMadeBy({ db }: Platform, { email, username }: SignUpInput): Promise<boolean> {
  const known = await findCredentials(db, email);
  return known !== null && (await getOwnProfile(db, known.userId)).username === username;
}
