import pg from 'pg';
import { connectionOf } from '../../db/db.ts';
import type { Tx } from '../../outbox/write.ts';

/**
 * The tables of an account's sign-in methods. They include the second factor, which a restored account must not lose.
 */
const signInTables = ['auth_account', 'auth_passkey', 'auth_second_factor', 'auth_recovery_code'] as const;

type Row = Record<string, unknown>;
/** A user with their sign-in methods as JSON. Contains hashes and tokens: the caller encrypts it. */
export interface RetainedUser {
  user: Row;
  waysIn: Record<(typeof signInTables)[number], Row[]>;
}

/** Reads everything that `eraseUser` deletes and `returnUser` restores. */
export async function readRetainedUser({ db }: Tx, userId: string): Promise<RetainedUser> {
  const parts = signInTables.map(
    (table) => `'${table}', (select coalesce(jsonb_agg(t), '[]') from ${table} t where t.user_id = u.id)`,
  );
  const { rows } = await connectionOf(db).query<RetainedUser>(
    `select jsonb_build_object('name', u.name, 'email', u.email, 'email_verified', u.email_verified) as "user",
       jsonb_build_object(${parts.join(', ')}) as "waysIn" from auth_user u where u.id = $1`,
    [userId],
  );
  const [user] = rows;
  if (!user) throw new RangeError(`there is no user ${userId}`);
  return user;
}

/**
 * Restores an account that `eraseUser` has closed, with its e-mail and sign-in methods. An admin comes back as a
 * member. The unique indexes `auth_user_email_key`, `auth_account_provider_key` and `auth_passkey_credential_key`
 * refuse what another account has taken since.
 */
export async function returnUser({ db }: Tx, userId: string, retained: RetainedUser, at: Date): Promise<void> {
  const connection = connectionOf(db);
  await connection.query(
    `update auth_user set name = $2, email = $3, email_verified = $4, suspended_at = null, suspended_reason = null, updated_at = $5
     where id = $1 and suspended_reason = 'deleted'`,
    [userId, retained.user.name, retained.user.email, retained.user.email_verified, at],
  );
  for (const table of signInTables) {
    const [first] = retained.waysIn[table];
    if (!first) continue;
    // Only the stored columns: newer ones get their default.
    const columns = Object.keys(first).map(pg.escapeIdentifier).join(', ');
    await connection.query(
      `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(retained.waysIn[table])],
    );
  }
}
