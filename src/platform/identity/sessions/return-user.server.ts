import pg from 'pg';
import { connectionOf } from '../../db/db.ts';
import type { Tx } from '../../outbox/write.ts';

/**
 * Whatever opens an account. The second factor is among it: an account that came back without it would be the way round
 * it.
 */
const waysIn = ['auth_account', 'auth_passkey', 'auth_second_factor', 'auth_recovery_code'] as const;

type Row = Record<string, unknown>;
/** A user with the ways in, as JSON takes it. Holds hashes and tokens: whoever stores it seals it. */
export interface RetainedUser {
  user: Row;
  waysIn: Record<(typeof waysIn)[number], Row[]>;
}

/** Reads everything that `eraseUser` takes away and `returnUser` can bring back. */
export async function readUserToKeep({ db }: Tx, userId: string): Promise<RetainedUser> {
  const parts = waysIn.map(
    (table) => `'${table}', (select coalesce(jsonb_agg(t), '[]') from ${table} t where t.user_id = u.id)`,
  );
  const { rows } = await connectionOf(db).query<RetainedUser>(
    `select jsonb_build_object('name', u.name, 'email', u.email, 'email_verified', u.email_verified) as "user",
       jsonb_build_object(${parts.join(', ')}) as "waysIn" from auth_user u where u.id = $1`,
    [userId],
  );
  const [kept] = rows;
  if (!kept) throw new RangeError(`there is no user ${userId}`);
  return kept;
}

/**
 * Opens an account that `eraseUser` has closed, with its e-mail and ways in. An operator comes back as a member. The
 * unique indexes `auth_user_email_key`, `auth_account_provider_key` and `auth_passkey_credential_key` refuse what
 * somebody has taken since.
 */
export async function returnUser({ db }: Tx, userId: string, kept: RetainedUser, at: Date): Promise<void> {
  const connection = connectionOf(db);
  await connection.query(
    `update auth_user set name = $2, email = $3, email_verified = $4, suspended_at = null, suspended_reason = null, updated_at = $5
     where id = $1 and suspended_reason = 'deleted'`,
    [userId, kept.user.name, kept.user.email, kept.user.email_verified, at],
  );
  for (const table of waysIn) {
    const [first] = kept.waysIn[table];
    if (!first) continue;
    // By the columns that there were: one that came since keeps its default.
    const columns = Object.keys(first).map(pg.escapeIdentifier).join(', ');
    await connection.query(
      `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(kept.waysIn[table])],
    );
  }
}
