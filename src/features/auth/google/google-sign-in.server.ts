import { randomInt } from 'node:crypto';
import { flagUntilComplete, isUsernameFree, memberJoined, startProfile } from '#features/members/index.server.ts';
import {
  generateUsername,
  isEmail,
  isReservedUsername,
  normalizeEmail,
  profileLimits,
} from '#features/members/words.ts';
import { conflict, notAllowed, Refusal } from '#kernel/refusal.ts';
import { brokenConstraint } from '#platform/db/db.ts';
import { faultAs } from '#platform/http/responses/fault-sentence.server.ts';
import { network } from '#platform/http/responses/network.rules.ts';
import type { ClientInfo } from '#platform/identity/identity.ts';
import type { Person } from '#platform/identity/providers/openid.ts';
import {
  findProviderMember,
  insertProviderUser,
  keyOf,
  type ProviderMember,
} from '#platform/identity/providers/provider-accounts.server.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { findCredentials } from '#platform/identity/users.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { carryRestrictions } from '../delete-account/former-account.server.ts';
import { findKeptAccount } from '../delete-account/undo-deletion.server.ts';
import { authLimits } from '../model/auth.limits.ts';
import { authSecurity } from '../model/auth.security.ts';
import { messages } from '../model/messages.ts';
import { enter, type SignedIn, signInOutcome } from '../sign-in/enter.server.ts';
import { keptRefusal } from '../sign-in/kept-account.server.ts';
import { noteGoogleProof } from './fresh-google.server.ts';

/** How often creating a profile is retried after a conflict with a concurrent sign-up or a taken name (LI-05). */
const attempts = 5;

/**
 * Signs in the provider's user, identified by issuer and subject alone; a new one gets an account, flagged until the
 * profile is complete. Refuses a user without an e-mail, and a new one whose e-mail is unverified or belongs to an
 * account: accounts are never linked by e-mail.
 */
export function signInWithGoogle(
  platform: Platform,
  person: Person,
  client: ClientInfo,
  before: Actor | null,
): Promise<SignedIn> {
  const facts = { way: 'google', account: person.email ?? undefined } as const;
  return platform.security.follow(
    authSecurity.signedIn,
    facts,
    comeIn(platform, person, client, before),
    signInOutcome,
  );
}

async function comeIn(platform: Platform, person: Person, client: ClientInfo, before: Actor | null): Promise<SignedIn> {
  const { db } = platform;
  const email = requireEmail(person);
  const member =
    (await findProviderMember(db, person)) ??
    (await faultAs(
      platform,
      'profile_failed',
      messages.profileFailed,
      openGoogleAccount(platform, person, email, client),
    ));
  if (member.suspendedAt !== null) throw notAllowed(messages.suspended, 'suspended');
  await flagUntilComplete(db, member.userId);
  const answer = await enter(platform, member.userId, client, before, { by: 'google', accountId: member.accountId });
  if (answer.kind === 'signed-in') await noteGoogleProof(platform, answer.session.sessionId, member.accountId);
  return answer;
}

/** The e-mail of a provider's account; required (VA-09). */
export function requireEmail(person: Person): string {
  if (person.email === null) throw new Refusal(401, 'google_no_email', messages.googleNoEmail);
  const email = normalizeEmail(person.email);
  if (!isEmail(email)) throw new Refusal(401, 'google_failed', messages.googleFailed);
  return email;
}

async function openGoogleAccount(
  platform: Platform,
  person: Person,
  email: string,
  client: ClientInfo,
): Promise<ProviderMember> {
  const { limits, db } = platform;
  const kept = await findKeptAccount(platform, email);
  if (kept?.providerAccounts.includes(keyOf(person)))
    throw keptRefusal(new Refusal(401, 'no_account', messages.noAccount), kept);
  if (!person.isEmailVerified) throw new Refusal(401, 'google_unverified', messages.googleUnverified);
  if (client.address) await limits.count(authLimits.signUp, network(client.address));
  for (let attempt = 1; ; attempt++) {
    const known = await findCredentials(db, email);
    if (known) {
      // Perhaps the same user, by a concurrent request.
      const member = await findProviderMember(db, person);
      if (member) return member;
      throw known.passwordHash === null
        ? conflict('google_email_taken', messages.googleEmailTaken)
        : conflict('google_use_password', messages.googleUsePassword);
    }
    try {
      await insertMember(platform, person, email);
    } catch (error) {
      const lost = brokenConstraint(error);
      const isRace =
        lost === 'username_registry_pkey' || lost === 'auth_user_email_key' || lost === 'auth_account_provider_key';
      if (!isRace || attempt >= attempts) throw error;
    }
    const member = await findProviderMember(db, person);
    if (member) return member;
  }
}

/** As with a password: user, sign-in method, name and profile in one transaction. */
async function insertMember(platform: Platform, person: Person, email: string): Promise<void> {
  const at = platform.clock.now();
  const displayName = cleanName(person.name);
  // Not derived from the e-mail: a name is public and would disclose most of the address.
  const username = await freeUsername(platform, displayName ?? 'collector');
  await write(platform, async (tx) => {
    const id = await insertProviderUser(tx.db, person, { email, name: displayName ?? username, at });
    const made = {
      authProvider: providerName(person.issuer, platform.config.appUrl),
      isNameTemporary: true,
      verificationSentAt: null,
    } as const;
    await startProfile(tx, { userId: id, username, displayName, photo: person.photo, ...made }, at);
    await carryRestrictions(tx, platform.config, { memberId: id, email, now: at });
    tx.append(memberJoined, { subject: id, version: 1, topics: [`user:${id}`] });
  });
}

/** The provider's name in EN-01: Google and the sandbox's stand-in by name, a custom one (OIDC_ISSUER) by its host. */
export function providerName(issuer: string, appUrl: string): string {
  const { host, origin } = new URL(issuer);
  return host === 'accounts.google.com' || origin === new URL(appUrl).origin ? 'google' : host;
}

async function freeUsername({ db, site }: Platform, from: string): Promise<string> {
  const isTaken = async (name: string) =>
    isReservedUsername(name, site.brand.name) || !(await isUsernameFree(db, name));
  let name = generateUsername(from, false, randomInt);
  for (let draw = 0; draw < 20 && (await isTaken(name)); draw++) name = generateUsername(from, true, randomInt);
  return name;
}

function cleanName(name: string | null): string | null {
  const clean = name
    ?.normalize('NFC')
    .replace(/[\p{C}]/gu, '')
    .trim();
  return clean ? [...clean].slice(0, profileLimits.displayName).join('') : null;
}

/** Each flow makes us call the provider: limited by network address. */
export async function countGoogleTrip({ limits }: Platform, client: ClientInfo): Promise<void> {
  if (client.address) await limits.count(authLimits.googleTrip, network(client.address));
}
