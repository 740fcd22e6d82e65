import { getAccount, listNames } from '#features/members/index.server.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { commandLine } from '#platform/audit/audit.ts';
import { listActs } from '#platform/audit/list-acts.server.ts';
import type { Db } from '#platform/db/db.ts';
import type { Platform } from '#platform/platform.ts';
import { adminSecurity } from '../admin.security.ts';
import { type ActView, actSchema } from '../contract.ts';
import { openedAmong } from '../members/open-account.server.ts';

export interface ActsAsked {
  by?: string | undefined;
  act?: string | undefined;
  subject?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/**
 * The audit log with names, newest first, as this admin may read it. Filters members by id or username; an unknown name
 * finds nothing.
 */
export async function listNamedActs(
  { db, clock, security }: Pick<Platform, 'db' | 'clock' | 'security'>,
  query: ActsAsked,
  readerId: string,
): Promise<{ items: ActView[]; nextCursor: string | null }> {
  security.note(adminSecurity.read, { outcome: 'done', what: 'audit' });
  const [by, subject] = await Promise.all([idOf(db, query.by), idOf(db, query.subject)]);
  const { items, nextCursor } = await listActs(db, { ...query, by, subject });
  const names = await listNames(
    db,
    items.flatMap((one) => [one.by, one.subject]),
  );
  const isNotified = await plansNotifiedTo(db, readerId, items, clock.now());
  const named = items.map((one) =>
    actSchema.parse({
      ...one,
      data: isNotified(one) ? one.data : {},
      at: one.at.toISOString(),
      byName: names.get(one.by) ?? null,
      subjectName: names.get(one.subject) ?? null,
    }),
  );
  return { items: named, nextCursor };
}

/** Facts of an action about a member's plan are shown only to admins who have named a case for their account. */
async function plansNotifiedTo(
  db: Db,
  readerId: string,
  items: readonly { act: string; subject: string }[],
  now: Date,
) {
  const notifiesPlan = ({ act }: { act: string }) => act === 'subscription.synced';
  const subjects = [...new Set(items.filter(notifiesPlan).map(({ subject }) => subject))];
  const mayKnow = await openedAmong(db, subjects, readerId, now);
  return (one: { act: string; subject: string }) => !notifiesPlan(one) || mayKnow.has(one.subject);
}

/** Ids are stable: the actions of a deleted member are found by id. */
async function idOf(db: Db, named: string | undefined): Promise<string | undefined> {
  if (named === undefined || named === '') return undefined;
  if (named === commandLine) return named;
  try {
    return (await getAccount(db, named)).id;
  } catch (error) {
    if (isRefusal(error)) return named;
    throw error;
  }
}
