import { conflict } from '#kernel/refusal.ts';
import { addMs } from '#kernel/time.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { listActs, subjectsOfActs } from '#platform/audit/list-acts.server.ts';
import type { Db } from '#platform/db/db.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { adminRefusals } from '../contract.ts';
import { accountOpenMs } from '../shell/action.contract.ts';

const act = 'account.opened';

/** Records in the audit log the case for which an admin reads a member's account, and opens the account for an hour. */
export async function openAccount(
  platform: Platform,
  { userId, by, reason }: { userId: string; by: string; reason: string },
): Promise<void> {
  await write(platform, (tx) => recordAct(tx, { by, act, subject: userId, data: { reason } }, platform.clock.now()));
}

/** The valid case that this admin has named for this member's account; null without one. */
export async function openedFor(
  db: Db,
  userId: string,
  adminId: string,
  now: Date,
): Promise<{ reason: string; until: Date } | null> {
  const [last] = (await listActs(db, { by: adminId, act, subject: userId, limit: 1 })).items;
  if (!last) return null;
  const until = new Date(last.at.getTime() + accountOpenMs);
  return now < until ? { reason: String(last.data.reason), until } : null;
}

/** The members for whose accounts this admin has named a valid case. */
export function openedAmong(db: Db, userIds: readonly string[], adminId: string, now: Date): Promise<Set<string>> {
  return subjectsOfActs(db, { by: adminId, act, subjects: userIds, after: addMs(now, -accountOpenMs) });
}

/** Refuses (409 `no_case`) an admin without a valid case for this member's account. */
export async function requireOpened(
  { db, clock }: Platform,
  { userId, by }: { userId: string; by: string },
): Promise<void> {
  if (!(await openedFor(db, userId, by, clock.now())))
    throw conflict(adminRefusals.noCase, 'Enter the case first to reveal this member’s account data.');
}
