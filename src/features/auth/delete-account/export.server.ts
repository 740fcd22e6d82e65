import type { Db } from '#platform/db/db.ts';
import { identityData } from '#platform/identity/identity.data.ts';
import { readOwnRows } from '#platform/personal-data/personal-data.ts';
import { authData } from '../model/auth.data.ts';

/** Account, sign-in methods, passkeys, devices and emailed links in a member's data export. */
export async function exportEntry(db: Db, userId: string) {
  const identity = (table: string) => readOwnRows(db, identityData, table, userId);
  const own = (table: string) => readOwnRows(db, authData, table, userId);
  const [account, signInMethods, authenticators, recoveryCodes, passkeys, devices, mailedLinks, emailChange] =
    await Promise.all([
      identity('auth_user'),
      identity('auth_account'),
      identity('auth_second_factor'),
      identity('auth_recovery_code'),
      identity('auth_passkey'),
      identity('auth_session'),
      own('mailed_link'),
      own('email_change'),
    ]);
  return {
    account: account[0] ?? null,
    signInMethods,
    passkeys,
    authenticator: authenticators[0] ?? null,
    recoveryCodes,
    devices,
    mailedLinks,
    emailChange: emailChange[0] ?? null,
  };
}
