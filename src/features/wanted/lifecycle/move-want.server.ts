import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm';
import { plural } from '#kernel/format.ts';
import { isId } from '#kernel/ids.ts';
import { conflict, notFound } from '#kernel/refusal.ts';
import { addMs } from '#kernel/time.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { wantRefusals } from '../contract.ts';
import { wantKey } from '../match/criteria.server.ts';
import { wantChanged } from '../model/want.events.ts';
import { expireJob, matchWantJob } from '../model/want.jobs.ts';
import { unknownWant } from '../model/want.policy.ts';
import { findMove, type WantMover, type WantVerb } from '../model/want.process.ts';
import { type WantRow, want } from '../model/want.tables.ts';
import { lostTimerMs } from '../model/wanted.limits.ts';
import { endSentences } from '../words.ts';

/** The want, locked until the transaction ends. Refuses an unknown one (404). */
export async function lockWant(tx: Tx, id: string): Promise<WantRow> {
  const [row] = isId(id) ? await tx.db.select().from(want).where(eq(want.id, id)).for('update') : [];
  if (!row) throw notFound(unknownWant);
  return row;
}

/** Refuses an ended want (409 `want_ended`), also before its timer has run. */
export function refuseEnded({ status, expiresAt }: WantRow, now: Date): void {
  if (status !== 'open' || now >= expiresAt) throw conflict(wantRefusals.wantEnded, endSentences[status]);
}

/** Refuses (409 `want_changed`) another version than the one that the client read; accepts a missing one. */
export function refuseOtherVersion({ version, quantity }: WantRow, read: number | undefined): void {
  if (read === undefined || read === version) return;
  throw conflict(
    wantRefusals.wantChanged,
    plural(quantity, {
      one: 'This wanted post has changed and now asks for # copy. Check your changes and save again.',
      other: 'This wanted post has changed and now asks for # copies. Check your changes and save again.',
    }),
  );
}

/** Refuses (409 `wrong_state`) every change of the owner to a hidden want, so that none of them shows it again. */
export function refuseHidden({ hiddenAt }: WantRow): void {
  if (hiddenAt !== null)
    throw conflict(
      wantRefusals.wrongState,
      'We’ve hidden this wanted post, so it can’t be changed or renewed. You can delete it, or appeal in Account status.',
    );
}

/** Moves a locked want by the process, with its event. Refuses an ended one (409 `want_ended`). */
export async function moveWant(tx: Tx, row: WantRow, verb: WantVerb, by: WantMover, now: Date): Promise<void> {
  const edge = findMove(verb, by, row.status);
  if (!edge) throw conflict(wantRefusals.wantEnded, endSentences[row.status]);
  await changeWant(tx, row, { status: edge.to }, 'moved', now);
}

export async function changeWant(
  tx: Tx,
  row: WantRow,
  changes: Partial<WantRow>,
  change: 'edited' | 'moved',
  now: Date,
): Promise<void> {
  const [{ version } = row] = await tx.db
    .update(want)
    .set({ ...changes, updatedAt: now, version: sql`${want.version} + 1` })
    .where(eq(want.id, row.id))
    .returning({ version: want.version });
  notifyChanged(tx, { ...row, version }, change);
}

export function notifyChanged(
  tx: Tx,
  { id, ownerId, version }: WantRow,
  change: 'created' | 'edited' | 'moved' | 'matched' | 'removed',
): void {
  tx.append(wantChanged, {
    subject: id,
    version,
    topics: [`wanted:${id}`, `user:${ownerId}`, ...(change === 'matched' ? [] : ['wanted'])],
    data: { change },
  });
}

/** Expires a want. No effect where it has ended already. */
export async function expireWant(platform: Platform, id: string): Promise<void> {
  await write(platform, async (tx) => {
    const [row] = await tx.db.select().from(want).where(eq(want.id, id)).for('update');
    const now = platform.clock.now();
    if (row?.status === 'open' && now >= row.expiresAt) await moveWant(tx, row, 'expire', 'timer', now);
  });
}

/**
 * A suspension of the owner hides open wants from all others, and its end shows them again (`visible-wants.ts`):
 * notifies pages that show them, and matches them again.
 */
export async function followSuspension(platform: Platform, memberId: string): Promise<void> {
  await write(platform, async (tx) => {
    const rows = await tx.db
      .select()
      .from(want)
      .where(and(eq(want.ownerId, memberId), eq(want.status, 'open')))
      .orderBy(asc(want.id))
      .for('update');
    for (const row of rows) await changeWant(tx, row, {}, 'edited', platform.clock.now());
  });
}

/** Expires wants whose timer was lost, and logs how many; normally none. */
export async function reconcileWants(platform: Platform): Promise<void> {
  await findKeys(platform);
  const late = await platform.db
    .select({ id: want.id })
    .from(want)
    .where(and(eq(want.status, 'open'), lt(want.expiresAt, addMs(platform.clock.now(), -lostTimerMs))))
    .limit(500);
  if (late.length === 0) return;
  platform.log.warn('overdue wanted posts are taken up', { wants: late.length });
  await write(platform, async (tx) => {
    for (const { id } of late) tx.enqueue(expireJob, { wantId: id }, { key: id });
  });
}

/** Adds missing keys to wants of an older release, and matches them. */
async function findKeys(platform: Platform): Promise<void> {
  await write(platform, async (tx) => {
    const rows = await tx.db
      .select()
      .from(want)
      .where(and(eq(want.status, 'open'), isNull(want.sought)))
      .orderBy(asc(want.id))
      .limit(500)
      .for('update');
    for (const row of rows) {
      await tx.db
        .update(want)
        .set({ sought: wantKey(row) })
        .where(eq(want.id, row.id));
      tx.enqueue(matchWantJob, { subject: row.id });
    }
  });
}
