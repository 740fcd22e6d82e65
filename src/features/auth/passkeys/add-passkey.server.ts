import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { conflict, notAllowed, type Refusal } from '#kernel/refusal.ts';
import { brokenConstraint } from '#platform/db/db.ts';
import type { ClientInfo } from '#platform/identity/identity.ts';
import {
  countPasskeys,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
} from '#platform/identity/passkeys/passkeys.server.ts';
import { isPasskeyFault } from '#platform/identity/passkeys/passkeys.ts';
import type { Place } from '#platform/identity/passkeys/place.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { holdSession, noteTwoFactors } from '#platform/identity/sessions/sessions.server.ts';
import { findCredentialsOf } from '#platform/identity/users.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { passkeyAdded } from '../model/auth.events.ts';
import { authLimits } from '../model/auth.limits.ts';
import { authSecurity } from '../model/auth.security.ts';
import { messages } from '../model/messages.ts';
import { deviceName } from '../sign-in/sessions/devices.present.server.ts';
import { requireStepUp } from '../step-up/step-up.server.ts';
import { passkeyLimit } from './passkey.rules.ts';
import { mailPasskey } from './passkey-mails.server.ts';
import type { AddPasskeyInput } from './passkeys.contract.ts';

/** WebAuthn creation options for this member. Refuses without step-up, and at the limit of ten. Writes nothing. */
export async function beginAddingPasskey(platform: Platform, actor: Actor, place: Place) {
  const { db, identity } = platform;
  const sessionId = requireSession(actor);
  await requireStepUp(platform, actor);
  const [own, known] = await Promise.all([findCredentialsOf(db, actor.id), listPasskeys(db, actor.id)]);
  if (known.length >= passkeyLimit) throw tooMany();
  return identity.passkeys.registrationOptions({
    place,
    sessionId,
    handle: identity.passkeys.handleOf(actor.id),
    accountName: own?.name ?? '',
    known,
  });
}

/**
 * Adds the created passkey, notifies the member by email and signs out all other devices. Refuses a missing step-up, a
 * response to another session's or an expired challenge, a passkey that an account has already, and the eleventh.
 */
export function addPasskey(
  platform: Platform,
  actor: Actor,
  place: Place,
  input: AddPasskeyInput,
  client: Pick<ClientInfo, 'userAgent'>,
): Promise<PasskeyRow> {
  return platform.security.follow(
    authSecurity.passkeyChanged,
    { change: 'added', member: actor.id },
    add(platform, actor, place, input, client),
  );
}

async function add(
  platform: Platform,
  actor: Actor,
  place: Place,
  input: AddPasskeyInput,
  client: Pick<ClientInfo, 'userAgent'>,
): Promise<PasskeyRow> {
  const { identity, limits, clock, log } = platform;
  const sessionId = requireSession(actor);
  await requireStepUp(platform, actor);
  await limits.count(authLimits.passkeyAdd, actor.id);
  const response = input.response as unknown as RegistrationResponseJSON;
  const handle = identity.passkeys.handleOf(actor.id);
  const credential = await identity.passkeys
    .verifyRegistration({ place, sessionId, handle, response })
    .catch((error: unknown) => {
      if (!isPasskeyFault(error)) throw error;
      log.warn('a new passkey was refused', { reason: error.message });
      throw notAllowed(messages.passkeyRefused, 'passkey_refused');
    });
  const name = input.name ?? deviceName(client.userAgent);
  const work = write(platform, async (tx) => {
    const at = clock.now();
    await holdSession(tx, actor);
    if ((await countPasskeys(tx.db, actor.id)) >= passkeyLimit) throw tooMany();
    const row = await insertPasskey(tx.db, actor.id, credential, name, at);
    await identity.endSessions(tx, { userId: actor.id, except: sessionId });
    await noteTwoFactors(tx.db, sessionId, at);
    tx.append(passkeyAdded, { subject: actor.id, version: at.getTime(), topics: [] });
    mailPasskey(tx, 'added', row, at);
    return row;
  });
  try {
    return await work;
  } catch (error) {
    if (brokenConstraint(error) === 'auth_passkey_credential_key')
      throw conflict('passkey_taken', messages.passkeyTaken);
    throw error;
  }
}

/** A token without a session cannot hold a challenge. */
function requireSession(actor: Actor): string {
  if (actor.sessionId === null) throw notAllowed('Sign in again to add a passkey.', 'session_needed');
  return actor.sessionId;
}

function tooMany(): Refusal {
  return conflict('too_many_passkeys', `You can have up to ${passkeyLimit} passkeys. Remove one to add another.`);
}
