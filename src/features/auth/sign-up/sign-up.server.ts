import {
  emailTaken,
  explainTaken,
  isUsernameFree,
  memberJoined,
  startProfile,
  usernameTaken,
} from '#features/members/index.server.ts';
import { isReservedUsername } from '#features/members/words.ts';
import { faultAs } from '#platform/http/responses/fault-sentence.server.ts';
import { findCredentials, insertUser } from '#platform/identity/users.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { SignUpInput } from '../contract.ts';
import { carryRestrictions } from '../delete-account/former-account.server.ts';
import { messages } from '../model/messages.ts';
import { refuseEasyPassword } from '../passwords/easy-password.server.ts';

export interface NewMember extends SignUpInput {
  /** The demo's admin. Sign-up never creates one. */
  role?: 'member' | 'admin';
  /** The demo's members have confirmed their generated addresses. */
  emailVerified?: boolean;
}

export interface SignedUpMember {
  id: string;
  username: string;
}

/**
 * Creates an account with its profile and name in one transaction. Refuses a taken e-mail or name (409, also in a
 * race), a reserved name and a weak password. Opens no session. `input` has passed `signUpInput`.
 */
export async function signUpMember(platform: Platform, input: NewMember): Promise<SignedUpMember> {
  const { email, username, password } = input;
  await refuseEasyPassword(platform, 'password', password, { email, names: [username, input.name ?? ''] });
  if (isReservedUsername(username, platform.site.brand.name) && input.role !== 'admin') throw usernameTaken();
  // Checked before the expensive hash, for the common mistake; the unique indexes decide in the end.
  if (await findCredentials(platform.db, email)) throw emailTaken();
  if (!(await isUsernameFree(platform.db, username))) throw usernameTaken();

  const passwordHash = await platform.identity.hashPassword(password);
  const at = platform.clock.now();
  const signUp = write(platform, async (tx) => {
    const name = input.name || username;
    const id = await insertUser(tx.db, {
      email,
      name,
      passwordHash,
      emailVerified: input.emailVerified ?? false,
      role: input.role ?? 'member',
      at,
    });
    await startProfile(
      tx,
      {
        userId: id,
        username,
        displayName: input.name || null,
        location: input.location,
        authProvider: 'password',
        isNameTemporary: false,
        // "Refused if one was sent under 5 minutes ago" (VA-07): the welcome email carries the link, so it counts as
        // the first.
        verificationSentAt: input.emailVerified ? null : at,
      },
      at,
    );
    await carryRestrictions(tx, platform.config, { memberId: id, email, now: at });
    tx.append(memberJoined, { subject: id, version: 1, topics: [`user:${id}`] });
    return { id, username };
  });
  return faultAs(platform, 'profile_failed', messages.profileFailed, explainTaken(signUp));
}
