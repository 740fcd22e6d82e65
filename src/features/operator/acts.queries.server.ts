import { getAccount, listNames } from '#features/members/index.server.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { commandLine } from '#platform/audit/audit.ts';
import { listActs } from '#platform/audit/list-acts.server.ts';
import type { Db } from '#platform/db/db.ts';
import type { Platform } from '#platform/platform.ts';
import { type ActView, actSchema } from './contract.ts';
import { operatorSecurity } from './operator.security.ts';

export interface ActsAsked {
  by?: string | undefined;
  act?: string | undefined;
  subject?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** The audit log with names, newest first. Members are named by id or username; a name that nobody has finds nothing. */
export async function listNamedActs(
  { db, security }: Pick<Platform, 'db' | 'security'>,
  asked: ActsAsked,
): Promise<{ items: ActView[]; nextCursor: string | null }> {
  security.note(operatorSecurity.read, { outcome: 'done', what: 'audit' });
  const [by, subject] = await Promise.all([idOf(db, asked.by), idOf(db, asked.subject)]);
  const { items, nextCursor } = await listActs(db, { ...asked, by, subject });
  const names = await listNames(
    db,
    items.flatMap((one) => [one.by, one.subject]),
  );
  const named = items.map((one) =>
    actSchema.parse({ ...one, at: one.at.toISOString(), byName: names.get(one.by) ?? null, subjectName: names.get(one.subject) ?? null }),
  );
  return { items: named, nextCursor };
}

/** Ids stay what they are: the acts of whoever has left are found by theirs. */
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
