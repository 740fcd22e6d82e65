import { and, asc, eq, lt } from 'drizzle-orm';
import { editListing, pauseListing, renewListing, resumeListing } from '#features/listings/index.server.ts';
import { money } from '#kernel/money.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { addMs } from '#kernel/time.ts';
import type { Actor } from '#platform/identity/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { commitJob, undoJob } from './bulk.jobs.ts';
import { bulkLimits, bulkTimes, type RowState } from './bulk.process.ts';
import { isPriceChange, type MoveVerb, undoVerbs } from './bulk.rules.ts';
import { type BulkChangeRow, type BulkRow, bulkChange, bulkChangeRow } from './bulk.tables.ts';
import { keepMoving, moveChange } from './move-change.server.ts';

const moves = { pause: pauseListing, resume: resumeListing, renew: renewListing } as const;

/** The two ways of a change: which rows are next, and what becomes of one that worked and of one that was refused. */
const ways = {
  make: { during: 'committing', next: 'will', done: 'done', refused: 'failed', finish: 'finish', job: commitJob },
  takeBack: { during: 'undoing', next: 'done', done: 'undone', refused: 'kept', finish: 'finishUndo', job: undoJob },
} as const;
type Way = keyof typeof ways;

export const makeNext = (platform: Platform, id: string) => runNext(platform, id, 'make');
export const takeBackNext = (platform: Platform, id: string) => runNext(platform, id, 'takeBack');

/**
 * Changes the next listings. A listing's change and the mark on its row are one transaction, so that a process that dies in between repeats nothing; a refusal
 * stands beside its row. Enqueues itself until no row is left.
 */
async function runNext(platform: Platform, id: string, way: Way): Promise<void> {
  const { during, next, finish, job } = ways[way];
  const [own] = await platform.db
    .select()
    .from(bulkChange)
    .where(and(eq(bulkChange.id, id), eq(bulkChange.status, during)));
  if (!own) return;
  const rows = await platform.db
    .select()
    .from(bulkChangeRow)
    .where(and(eq(bulkChangeRow.changeId, id), eq(bulkChangeRow.state, next)))
    .orderBy(asc(bulkChangeRow.n))
    .limit(bulkLimits.atOnce);
  for (const row of rows) await runRow(platform, own, row, way);
  await write(platform, async (tx) => {
    const [locked] = await tx.db
      .select()
      .from(bulkChange)
      .where(and(eq(bulkChange.id, id), eq(bulkChange.status, during)))
      .for('update');
    if (!locked) return;
    if (rows.length === bulkLimits.atOnce) {
      await keepMoving(tx, locked, { movedAt: platform.clock.now() });
      // Named, so that one that was taken up beside it is the same.
      tx.enqueue(job, { changeId: id }, { key: `bulk ${id}` });
    } else await moveChange(tx, id, null, finish);
  });
}

async function runRow(platform: Platform, own: BulkChangeRow, row: BulkRow, way: Way): Promise<void> {
  const { done, refused } = ways[way];
  try {
    await changeOne(platform, own, row, way, async (tx) => {
      if (!(await mark(tx, row, done, row.why))) throw new ChangedAlready();
    });
  } catch (error) {
    if (error instanceof ChangedAlready) return;
    if (!isRefusal(error)) throw error;
    await mark(platform, row, refused, error.message);
  }
}

/** Sets the price that was foreseen, or the one before, only where the other of the two stands; or asks for the verb. */
async function changeOne(platform: Platform, own: BulkChangeRow, row: BulkRow, way: Way, alongside: (tx: Tx) => Promise<void>): Promise<void> {
  const { change } = own;
  const actor = asSeller(own);
  if (isPriceChange(change)) {
    const [before, after] = [money(row.priceAmount, row.currency), money(row.newAmount ?? row.priceAmount, row.currency)];
    const [priceWas, price] = way === 'make' ? [before, after] : [after, before];
    await editListing(platform, actor, row.listingId, { price }, { priceWas, alongside });
    return;
  }
  const verb: MoveVerb | null = way === 'make' ? change.do : undoVerbs[change.do];
  if (verb !== null) await moves[verb](platform, actor, row.listingId, alongside);
}

/** Only from the state that was read: of two processes that took the same row one marks it. */
async function mark({ db }: Pick<Tx, 'db'>, row: BulkRow, state: RowState, why: string | null): Promise<boolean> {
  const marked = await db
    .update(bulkChangeRow)
    .set({ state, why })
    .where(and(eq(bulkChangeRow.changeId, row.changeId), eq(bulkChangeRow.n, row.n), eq(bulkChangeRow.state, row.state)))
    .returning({ n: bulkChangeRow.n });
  return marked.length > 0;
}

/** Another process took this row up meanwhile. */
class ChangedAlready extends Error {}

const asSeller = ({ sellerId, createdAt }: BulkChangeRow): Actor => ({
  id: sellerId,
  role: 'member',
  via: 'bearer',
  sessionId: null,
  signedInAt: createdAt,
});

/** Forgets changes of a week ago; what they did stays. */
export async function sweepChanges(platform: Platform): Promise<void> {
  await platform.db.delete(bulkChange).where(lt(bulkChange.createdAt, addMs(platform.clock.now(), -bulkTimes.keptMs)));
}
