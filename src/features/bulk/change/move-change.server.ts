import { and, eq } from 'drizzle-orm';
import { isId } from '#kernel/ids.ts';
import { conflict, invalid, notFound } from '#kernel/refusal.ts';
import { addMs } from '#kernel/time.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { bulkRefusals } from '../contract.ts';
import { bulkChanged } from '../model/bulk.events.ts';
import { commitJob, undoJob } from '../model/bulk.jobs.ts';
import { unknownBulk } from '../model/bulk.policy.ts';
import { type BulkMove, bulkMoves, bulkTimes, leadsFrom } from '../model/bulk.process.ts';
import { isPriceChange, undoVerbs } from '../model/bulk.rules.ts';
import { type BulkChangeRow, bulkChange, bulkChangeRow } from '../model/bulk.tables.ts';
import { requirePremium } from './require-premium.server.ts';

const stateWords: Record<BulkChangeRow['status'], string> = {
  preview: 'These changes haven’t been made yet. Confirm the preview first.',
  committing: 'These changes are being made. Wait until they are done.',
  committed: 'These changes were already made.',
  undoing: 'These changes are being undone. Wait until the undo is finished.',
  undone: 'These changes were already undone.',
};

const wrongState = (sentence: string) => conflict(bulkRefusals.wrongState, sentence);

type MovedAt = Partial<Pick<BulkChangeRow, 'committedAt' | 'movedAt'>>;

/**
 * Locks a change and moves it. Refuses another seller's (404), and a move that its state does not allow (409
 * `wrong_state`).
 */
export async function moveChange(
  tx: Tx,
  id: string,
  sellerId: string | null,
  move: BulkMove,
  set: MovedAt = {},
): Promise<BulkChangeRow> {
  const [row] = isId(id) ? await tx.db.select().from(bulkChange).where(eq(bulkChange.id, id)).for('update') : [];
  if (!row || (sellerId !== null && row.sellerId !== sellerId)) throw notFound(unknownBulk);
  if (!leadsFrom(move, row.status)) throw wrongState(stateWords[row.status]);
  await touchChange(tx, { ...row, status: bulkMoves[move].to }, set);
  return row;
}

/** Raises its version, so that open pages reload it. */
export async function touchChange(tx: Tx, row: BulkChangeRow, set: MovedAt = {}): Promise<void> {
  const version = row.version + 1;
  await tx.db
    .update(bulkChange)
    .set({ ...set, status: row.status, version })
    .where(eq(bulkChange.id, row.id));
  tx.append(bulkChanged, { subject: row.id, version, topics: [`user:${row.sellerId}`], data: { status: row.status } });
}

/** Starts to apply the preview; a job continues. Refuses a preview that changes nothing (422). */
export async function commitChange(platform: Platform, actor: Actor, id: string): Promise<void> {
  await write(platform, async (tx) => {
    await moveChange(tx, id, actor.id, 'commit', { committedAt: platform.clock.now() });
    await requirePremium(tx.db, actor.id);
    const some = await tx.db.$count(
      bulkChangeRow,
      and(eq(bulkChangeRow.changeId, id), eq(bulkChangeRow.state, 'will')),
    );
    if (some === 0) throw invalid({ change: 'No listings will change. Choose other listings or another change.' });
    tx.enqueue(commitJob, { changeId: id }, { key: `bulk ${id}` });
  });
}

/** Undoes, within a day, what has not changed since; a job continues. */
export async function undoChange(platform: Platform, actor: Actor, id: string): Promise<void> {
  await write(platform, async (tx) => {
    const { change, committedAt } = await moveChange(tx, id, actor.id, 'undo', { movedAt: platform.clock.now() });
    if (!isPriceChange(change) && undoVerbs[change.do] === null) throw wrongState('A renewal can’t be undone.');
    if (committedAt === null || addMs(committedAt, bulkTimes.undoMs) < platform.clock.now())
      throw wrongState('Changes can be undone for 24 hours only. Edit the listings instead.');
    tx.enqueue(undoJob, { changeId: id }, { key: `bulk ${id}` });
  });
}
