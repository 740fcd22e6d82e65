import type { Db } from '#platform/db/db.ts';
import { identityData } from '#platform/identity/identity.data.ts';
import { readOwnRows } from '#platform/personal-data/personal-data.ts';
import { accountsData } from '../accounts.data.ts';

/** This room's part of a member's export: account, ways in, passkeys, devices, names, profile. */
export async function exportAccount(db: Db, userId: string) {
  const identity = (table: string) => readOwnRows(db, identityData, table, userId);
  const own = (table: string) => readOwnRows(db, accountsData, table, userId);
  const [account, signInMethods, authenticators, recoveryCodes, passkeys, devices, profile, usernames, mailedLinks, emailChange, subscription] =
    await Promise.all([
      identity('auth_user'),
      identity('auth_account'),
      identity('auth_second_factor'),
      identity('auth_recovery_code'),
      identity('auth_passkey'),
      identity('auth_session'),
      own('profile'),
      own('username_registry'),
      own('mailed_link'),
      own('email_change'),
      own('subscription'),
    ]);
  return {
    account: account[0] ?? null,
    signInMethods,
    passkeys,
    authenticator: authenticators[0] ?? null,
    recoveryCodes,
    devices,
    profile: profile[0] ?? null,
    usernames,
    mailedLinks,
    emailChange: emailChange[0] ?? null,
    subscription: subscription[0] ?? null,
  };
}
