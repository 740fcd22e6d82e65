import { notAllowed, Refusal } from '#kernel/refusal.ts';
import { network } from '#platform/http/responses/network.rules.ts';
import type { ClientInfo } from '#platform/identity/identity.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { findCredentials } from '#platform/identity/users.server.ts';
import type { Platform } from '#platform/platform.ts';
import type { SignInInput } from '../contract.ts';
import { findKeptAccount, type KeptAccount } from '../delete-account/undo-deletion.server.ts';
import { authLimits } from '../model/auth.limits.ts';
import { authSecurity } from '../model/auth.security.ts';
import { messages } from '../model/messages.ts';
import { isDemoPassword } from '../passwords/easy-password.server.ts';
import { forgetWrongPasswords } from '../step-up/check-password.server.ts';
import { enter, type SignedIn, signInOutcome } from './enter.server.ts';
import { keptRefusal } from './kept-account.server.ts';
import { countAttempt } from './sign-in-attempt.server.ts';

/**
 * Signs in with e-mail and password. Each refusal has its exact sentence: unknown e-mail, wrong password, an account of
 * Google, too many attempts, suspended. The browser's previous session `before` ends. Attempts are counted before the
 * password is checked, so that concurrent guesses are all counted.
 */
export function signIn(
  platform: Platform,
  input: SignInInput,
  client: ClientInfo,
  before: Actor | null,
): Promise<SignedIn> {
  const work = platform.identity.admit(() => attempt(platform, input, client, before));
  return platform.security.follow(
    authSecurity.signedIn,
    { way: 'password', account: input.email },
    work,
    signInOutcome,
  );
}

async function attempt(
  platform: Platform,
  input: SignInInput,
  client: ClientInfo,
  before: Actor | null,
): Promise<SignedIn> {
  const { identity, db, config } = platform;
  // Before any lookup: the same refusal for every account.
  if (isDemoPassword(config, input.password)) throw refused('demo_password', messages.demoPassword);
  const known = await findCredentials(db, input.email);
  const counted = await countAttempt(platform, input.email, known?.userId ?? null, client);
  if (!known) {
    const kept = await findKeptAccount(platform, input.email);
    const isOwner = await verifyKept(platform, kept, input.password);
    const refusal = (await mayLearnUnknown(platform, input.email, client))
      ? refused('no_account', messages.noAccount)
      : wrongCredentials();
    throw kept && isOwner ? keptRefusal(refusal, kept) : refusal;
  }
  if (known.passwordHash === null) {
    await identity.pretendVerify(input.password);
    throw known.providers.includes('google')
      ? refused('use_google', messages.useGoogle)
      : refused('use_passkey', messages.usePasskey);
  }
  if (known.suspendedAt !== null) {
    const isOwner = await identity.verifyPassword(known.passwordHash, input.password);
    throw isOwner ? notAllowed(messages.suspended, 'suspended') : wrongCredentials();
  }
  if (!(await identity.verifyPassword(known.passwordHash, input.password))) throw wrongCredentials();

  await counted.forgive();
  await forgetWrongPasswords(platform, db, known.userId);
  return enter(platform, known.userId, client, before, { by: 'password', hash: known.passwordHash });
}

/** Takes as long whether there is such an account or not. */
async function verifyKept({ identity }: Platform, kept: KeptAccount | null, password: string): Promise<boolean> {
  if (kept?.passwordHash) return identity.verifyPassword(kept.passwordHash, password);
  await identity.pretendVerify(password);
  return false;
}

/**
 * The sentence that an e-mail is unknown discloses members. So a network gets it for twenty different e-mails an hour;
 * after that it gets the answer to a wrong password.
 */
async function mayLearnUnknown({ limits }: Platform, email: string, client: ClientInfo): Promise<boolean> {
  if (!client.address) return true;
  const networkKey = network(client.address);
  if (!(await limits.take(authLimits.signInUnknownSeen, `${networkKey} ${email}`)).allowed) return true;
  return (await limits.take(authLimits.signInUnknown, networkKey)).allowed;
}

const wrongCredentials = () => refused('wrong_credentials', messages.wrongCredentials);

function refused(code: string, message: string): Refusal {
  return new Refusal(401, code, message);
}
