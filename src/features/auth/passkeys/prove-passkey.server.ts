import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { Refusal } from '#kernel/refusal.ts';
import { network } from '#platform/http/responses/network.rules.ts';
import type { ClientInfo } from '#platform/identity/identity.ts';
import {
  findPasskey,
  listPasskeys,
  noteUse,
  type PasskeyOwner,
  type PasskeyRow,
} from '#platform/identity/passkeys/passkeys.server.ts';
import { isPasskeyFault, PasskeyFault } from '#platform/identity/passkeys/passkeys.ts';
import type { Place } from '#platform/identity/passkeys/place.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { authLimits } from '../model/auth.limits.ts';
import { authSecurity } from '../model/auth.security.ts';
import { messages } from '../model/messages.ts';
import { type Entered, enter, signInOutcome } from '../sign-in/enter.server.ts';
import type { RenewedSession } from '../sign-in/sessions/renew-own-session.server.ts';
import { noteStepUp } from '../step-up/step-up.server.ts';
import { mailPasskey } from './passkey-mails.server.ts';
import type { ProvePasskeyInput } from './passkeys.contract.ts';

/** The browser's context of the passkey's response. */
export interface PasskeyVisit {
  place: Place;
  client: ClientInfo;
  /** The owner of the challenge: the session, or the browser without one. */
  holder: string | null;
}

type Purpose = 'sign-in' | 'step-up';
type Response = ProvePasskeyInput['response'];

/**
 * Signs in with a passkey: device and screen lock together are two factors, so no second step follows. Refuses a
 * response that is not this browser's, is reused or older than five minutes, an unknown passkey, a cloned one, and a
 * suspended member.
 */
export function signInWithPasskey(
  platform: Platform,
  response: Response,
  visit: PasskeyVisit,
  before: Actor | null,
): Promise<Entered> {
  return platform.security.follow(
    authSecurity.signedIn,
    { way: 'passkey' },
    comeIn(platform, response, visit, before),
    signInOutcome,
  );
}

async function comeIn(
  platform: Platform,
  response: Response,
  visit: PasskeyVisit,
  before: Actor | null,
): Promise<Entered> {
  const passkey = await prove(platform, 'sign-in', response, visit);
  return enter(platform, passkey.userId, visit.client, before, { by: 'passkey', passkeyId: passkey.id });
}

/** Step-up with one of the member's own passkeys; the session is renewed. */
export function stepUpWithPasskey(
  platform: Platform,
  actor: Actor,
  response: Response,
  visit: Omit<PasskeyVisit, 'holder'>,
): Promise<RenewedSession> {
  return platform.security.follow(
    authSecurity.steppedUp,
    { way: 'passkey', member: actor.id },
    confirm(platform, actor, response, visit),
  );
}

async function confirm(
  platform: Platform,
  actor: Actor,
  response: Response,
  visit: Omit<PasskeyVisit, 'holder'>,
): Promise<RenewedSession> {
  const { sessionId } = actor;
  if (sessionId === null) throw refused('step-up');
  await prove(platform, 'step-up', response, { ...visit, holder: sessionId }, actor.id);
  return write(platform, (tx) => noteStepUp(tx, platform, { ...actor, sessionId }, 'two'));
}

/** WebAuthn request options. Writes nothing. For a confirmation they name only the member's own passkeys. */
export async function askForPasskey(
  platform: Platform,
  purpose: Purpose,
  place: Place,
  actor: Actor | null,
  holder: string,
) {
  const { passkeys } = platform.identity;
  if (purpose === 'sign-in') return passkeys.authenticationOptions({ place, purpose, holder });
  const known = actor ? await listPasskeys(platform.db, actor.id) : [];
  if (known.length === 0)
    throw new Refusal(409, 'no_passkey', 'Your account has no passkey. Add one under Settings, Security.');
  return passkeys.authenticationOptions({ place, purpose, holder, known });
}

async function prove(
  platform: Platform,
  purpose: Purpose,
  response: Response,
  visit: PasskeyVisit,
  ownerId?: string,
): Promise<PasskeyRow> {
  const { identity, limits, db, clock, log } = platform;
  const from = visit.client.address ? network(visit.client.address) : null;
  if (from !== null) await limits.count(authLimits.passkeyTry, from);
  if (visit.holder === null) throw refused(purpose);
  try {
    const { credential, ...use } = await identity.passkeys.verifyAuthentication<PasskeyRow & PasskeyOwner>({
      place: visit.place,
      purpose,
      holder: visit.holder,
      response: response as unknown as AuthenticationResponseJSON,
      find: (id) => findPasskey(db, id),
    });
    if (ownerId !== undefined && credential.userId !== ownerId)
      throw new PasskeyFault('the passkey is of another member');
    if (credential.suspendedAt !== null) throw new Refusal(403, 'suspended', messages.suspended);
    if (!(await noteUse(db, credential.id, use, clock.now()))) {
      if ((await findPasskey(db, credential.credentialId)) === null)
        throw new PasskeyFault('the passkey was removed a moment ago', true);
      await raiseAlarm(platform, credential, use.counter);
      throw new Refusal(purpose === 'sign-in' ? 401 : 403, 'passkey_copied', messages.passkeyCopied);
    }
    if (from !== null) await limits.releasePoint(authLimits.passkeyTry, from);
    return credential;
  } catch (error) {
    if (!isPasskeyFault(error)) throw error;
    log.info('a passkey was refused', { purpose, reason: error.message });
    throw error.isUnknown
      ? new Refusal(purpose === 'sign-in' ? 401 : 403, 'passkey_unknown', messages.passkeyUnknown)
      : refused(purpose);
  }
}

/** A counter that does not increase means a cloned key. Logged each time; the member is notified once a day. */
async function raiseAlarm(platform: Platform, passkey: PasskeyRow, counter: number): Promise<void> {
  const { limits, clock, log } = platform;
  log.warn('a passkey was used with a counter that has not risen: it may have been copied', {
    passkey: passkey.id,
    member: passkey.userId,
    known: passkey.counter,
    said: counter,
  });
  platform.security.note(authSecurity.passkeyCopied, {
    outcome: 'refused',
    code: 'passkey_copied',
    member: passkey.userId,
  });
  const isFirst = (await limits.take(authLimits.passkeyAlarm, passkey.id)).allowed;
  if (isFirst) await write(platform, async (tx) => mailPasskey(tx, 'copied', passkey, clock.now()));
}

/** Not 401 for a signed-in member, which would mean that the session is over. */
function refused(purpose: Purpose): Refusal {
  return new Refusal(purpose === 'sign-in' ? 401 : 403, 'passkey_refused', messages.passkeyRefused);
}
