import { timingSafeEqual } from 'node:crypto';
import { and, desc, eq, gt, inArray } from 'drizzle-orm';
import {
  memberReturned,
  memberSuspended,
  readProfileForUndo,
  returnProfile,
  type StoredProfile,
} from '#features/members/index.server.ts';
import { newId } from '#kernel/ids.ts';
import { conflict, notFound, Refusal } from '#kernel/refusal.ts';
import { addMs } from '#kernel/time.ts';
import { authSecretsOf, type Config } from '#platform/config/config.ts';
import { mendCounters } from '#platform/counters/check-counters.server.ts';
import { brokenConstraint, connectionOf } from '#platform/db/db.ts';
import { sweepRows } from '#platform/db/sweep-rows.ts';
import { createKeyedHash, createSealer } from '#platform/identity/second-factor/seal.ts';
import { type RetainedUser, readRetainedUser, returnUser } from '#platform/identity/sessions/return-user.server.ts';
import { lockUser, setSuspended } from '#platform/identity/users.server.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { endUndoJob, mailReturnedJob, remindUndoJob } from '../model/auth.jobs.ts';
import { authSecurity } from '../model/auth.security.ts';
import { deletionUndo, deletionUndoRow, formerAccount } from '../model/auth.tables.ts';
import { messages } from '../model/messages.ts';
import { remindBeforeMs } from './deletion.rules.ts';
import { dropFormerAccount, formerSuspension, hashesOf, restoreFormer } from './former-account.server.ts';
import { changedRows, type RetainedRow, returnRows } from './retained-rows.server.ts';

type Secrets = Pick<Config, 'authSecret' | 'authSecretOld'>;
interface StoredAccount {
  user: RetainedUser;
  profile: StoredProfile;
}

const sealerOf = (config: Secrets) => createSealer(authSecretsOf(config), 'an account that was deleted');
const hashOf = (config: Secrets) => createKeyedHash(authSecretsOf(config), 'a link that undoes a deletion');

/**
 * Stores account, sign-in methods and profile until `expiresAt`, sealed, before the caller's transaction erases them.
 * Returns the id for the email's link and for `storeErasedRows`.
 */
export async function storeForUndo(
  tx: Tx,
  config: Secrets,
  memberId: string,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<string> {
  const id = newId();
  const sealer = sealerOf(config);
  const stored: StoredAccount = {
    user: await readRetainedUser(tx, memberId),
    profile: await readProfileForUndo(tx, memberId),
  };
  await tx.db
    .insert(deletionUndo)
    .values({ id, memberId, sealed: sealer.seal(JSON.stringify(stored), id), createdAt: now, expiresAt });
  tx.enqueue(endUndoJob, { undoId: id }, { runAt: expiresAt });
  tx.enqueue(remindUndoJob, { undoId: id }, { runAt: addMs(expiresAt, -remindBeforeMs) });
  return id;
}

/** Where the email about a deletion goes, and until when it can be undone; null once that is over or done. */
export async function findFormerMember(
  { db, config, clock }: Pick<Platform, 'db' | 'config' | 'clock'>,
  id: string,
): Promise<{ email: string; username: string; until: Date } | null> {
  const [row] = await db.select().from(deletionUndo).where(isOpen(id, clock.now()));
  if (!row) return null;
  const { user, profile } = openStored(config, row);
  return { email: String(user.user.email), username: profile.profile.username, until: row.expiresAt };
}

/** A deleted account that can be restored, for a sign-in with its email. */
export interface KeptAccount {
  /** Of its password; null without one. */
  passwordHash: string | null;
  /** Its accounts at providers. */
  providerAccounts: string[];
  token: string;
  until: Date;
}

/** The account with this email that was deleted last, while it can be restored. */
export async function findKeptAccount(
  { db, config, clock }: Pick<Platform, 'db' | 'config' | 'clock'>,
  email: string,
): Promise<KeptAccount | null> {
  const rows = await db
    .select({ undo: deletionUndo })
    .from(deletionUndo)
    .innerJoin(formerAccount, eq(formerAccount.memberId, deletionUndo.memberId))
    .where(and(inArray(formerAccount.emailHash, hashesOf(config, email)), gt(deletionUndo.expiresAt, clock.now())))
    .orderBy(desc(deletionUndo.createdAt))
    .limit(1);
  const [found] = rows;
  if (!found) return null;
  const { undo } = found;
  const { user } = openStored(config, undo);
  // The hash may be of an email that they changed from.
  if (user.user.email !== email) return null;
  const accounts = user.waysIn.auth_account;
  const password = accounts.find((account) => account.provider_id === 'credential')?.password;
  return {
    passwordHash: typeof password === 'string' ? password : null,
    providerAccounts: accounts.map((account) => String(account.account_id)),
    token: undoToken(config, undo.id),
    until: undo.expiresAt,
  };
}

const openStored = (config: Secrets, { id, sealed }: { id: string; sealed: string }) =>
  JSON.parse(sealerOf(config).open(sealed, id)) as StoredAccount;

/** Stores every row that features have erased, sealed too. */
export async function storeErasedRows(
  tx: Tx,
  { config, accountDeletion }: Pick<Platform, 'config' | 'accountDeletion'>,
  undoId: string,
): Promise<void> {
  const sealer = sealerOf(config);
  let n = 0;
  for await (const rows of changedRows(tx, accountDeletion.erasures)) {
    n++;
    await tx.db
      .insert(deletionUndoRow)
      .values({ undoId, n, sealed: sealer.seal(JSON.stringify(rows), `${undoId} ${n}`) });
  }
}

/** The link's secret. It is derived and not stored, so that a repeated email job produces the same link. */
export function undoToken(config: Secrets, undoId: string): string {
  return `${undoId}.${hashOf(config)(undoId)[0]}`;
}

/** The id in a valid token, else null. */
function readToken(config: Secrets, token: string): string | null {
  const [id = '', mac = ''] = token.split('.');
  const given = Buffer.from(mac);
  return hashOf(config)(id).some((one) => one.length === given.length && timingSafeEqual(Buffer.from(one), given))
    ? id
    : null;
}

export type UndoView = { state: 'open'; until: Date } | { state: 'unknown' | 'over' };

/** Whether the link would still restore something. Reads only. */
export async function viewUndo({ db, config, clock }: Platform, token: string): Promise<UndoView> {
  const id = readToken(config, token);
  if (id === null) return { state: 'unknown' };
  const [row] = await db.select({ until: deletionUndo.expiresAt }).from(deletionUndo).where(isOpen(id, clock.now()));
  return row ? { state: 'open', ...row } : { state: 'over' };
}

/**
 * Undoes a deletion, once. It signs in no session. Refuses an invalid link (404), one that was used or is older than
 * two weeks (410), and while a newer account has the e-mail or a sign-in method (409; the link stays valid).
 */
export async function undoDeletion(platform: Platform, token: string): Promise<void> {
  const { config, clock } = platform;
  const id = readToken(config, token);
  if (id === null) throw notFound(messages.undoUnknown);
  const now = clock.now();
  try {
    await write(platform, async (tx) => {
      // Of two concurrent calls the second finds nothing.
      const [row] = await tx.db.select().from(deletionUndo).where(isOpen(id, now)).for('update');
      if (!row) throw new Refusal(410, 'undo_over', messages.undoOver);
      const sealer = sealerOf(config);
      const stored = openStored(config, row);
      await lockUser(tx.db, row.memberId);
      await returnUser(tx, row.memberId, stored.user, now);
      await returnProfile(tx, row.memberId, stored.profile, now);
      for (let n = 1; ; n++) {
        const [rows] = await tx.db
          .select()
          .from(deletionUndoRow)
          .where(and(eq(deletionUndoRow.undoId, id), eq(deletionUndoRow.n, n)));
        if (!rows) break;
        await returnRows(tx, JSON.parse(sealer.open(rows.sealed, `${id} ${n}`)) as RetainedRow[]);
      }
      await tx.db.delete(deletionUndo).where(eq(deletionUndo.id, id));
      await returnSuspension(tx, config, row.memberId, String(stored.user.user.email), now);
      for (const { restore } of platform.accountDeletion.erasures)
        await restore?.after?.(tx, { memberId: row.memberId, now });
      // Their conversations stayed: what waits in them waits again.
      await mendCounters(connectionOf(tx.db), platform.frame, row.memberId);
      tx.note(authSecurity.returned, { outcome: 'done', member: row.memberId });
      tx.enqueue(mailReturnedJob, { subject: row.memberId, version: now.getTime() });
    });
  } catch (error) {
    if (takenSince.has(brokenConstraint(error) ?? '')) throw conflict('account_made_anew', messages.undoNewAccount);
    throw error;
  }
}

/** An admin may have suspended the deleted account: it is restored as suspended. */
async function returnSuspension(tx: Tx, config: Config, memberId: string, email: string, now: Date): Promise<void> {
  const suspension = await formerSuspension(tx, memberId);
  await dropFormerAccount(tx, config, memberId, email);
  await restoreFormer(tx, memberId, now);
  tx.append(memberReturned, { subject: memberId, version: now.getTime(), topics: [] });
  if (!suspension) return;
  await setSuspended(tx.db, memberId, suspension, now);
  const topics = [`profile:${memberId}`, `seller:${memberId}`];
  const data = { by: 'undone deletion', reason: suspension.reason };
  tx.append(memberSuspended, { subject: memberId, version: now.getTime(), topics, data });
}

const takenSince = new Set(['auth_user_email_key', 'auth_account_provider_key', 'auth_passkey_credential_key']);

const isOpen = (id: string, now: Date) => and(eq(deletionUndo.id, id), gt(deletionUndo.expiresAt, now));

/** Each deletion has a timer; this finds those whose timer was lost. */
export async function sweepUndos({ pool, clock }: Pick<Platform, 'pool' | 'clock'>): Promise<void> {
  await sweepRows(pool, 'deletion_undo', 'expires_at <= $1', [clock.now()]);
}
