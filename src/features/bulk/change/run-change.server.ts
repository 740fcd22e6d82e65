import { setTimeout as pause } from 'node:timers/promises';
import { and, asc, eq, lt } from 'drizzle-orm';
import { pauseListing, renewListing, repriceListings, resumeListing } from '#features/listings/index.server.ts';
import { money } from '#kernel/numbers/money.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { addMs } from '#kernel/time.ts';
import { connectionOf, type Db } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { commitJob, undoJob } from '../model/bulk.jobs.ts';
import { bulkLimits, bulkTimes, type RowState } from '../model/bulk.process.ts';
import { isPriceChange, type MoveVerb, undoVerbs } from '../model/bulk.rules.ts';
import { type BulkChangeRow, type BulkRow, bulkChange, bulkChangeRow } from '../model/bulk.tables.ts';
import { keepMoving, moveChange } from './move-change.server.ts';

const moves = { pause: pauseListing, resume: resumeListing, renew: renewListing } as const;

/** The two ways of a change: which rows are next, and what becomes of one that worked and of one that was refused. */
const ways = {
  make: { during: 'committing', next: 'will', done: 'done', refused: 'failed', finish: 'finish', job: commitJob },
  takeBack: { during: 'undoing', next: 'done', done: 'undone', refused: 'kept', finish: 'finishUndo', job: undoJob },
} as const;
type Way = keyof typeof ways;

export const makeNext = (platform: Platform, id: string, restMs?: number) =>
  runNext(platform, id, { way: 'make', restMs });
export const takeBackNext = (platform: Platform, id: string, restMs?: number) =>
  runNext(platform, id, { way: 'takeBack', restMs });

/**
 * Goes on with a change: new prices batch by batch, the seller's verbs one listing after the other. What is done to a
 * listing and the mark on its row are one transaction, so that a process that dies in between repeats nothing; a
 * refusal stands beside its row. Enqueues itself until no row is left; a run that goes on with another one's work first
 * pauses for `restMs`.
 */
async function runNext(
  platform: Platform,
  id: string,
  { way, restMs = 0 }: { way: Way; restMs?: number | undefined },
): Promise<void> {
  await pause(restMs);
  const [own] = await platform.db
    .select()
    .from(bulkChange)
    .where(and(eq(bulkChange.id, id), eq(bulkChange.status, ways[way].during)));
  if (!own) return;
  const { change } = own;
  if (isPriceChange(change)) return setPrices(platform, id, way);
  const rows = await nextRows(platform.db, id, way, bulkLimits.atOnce);
  const verb: MoveVerb | null = way === 'make' ? change.do : undoVerbs[change.do];
  for (const row of rows) await moveRow(platform, own, row, { verb, way });
  await write(platform, async (tx) => {
    const locked = await lockRunning(tx, id, way);
    if (locked) await goOn(platform, tx, locked, { way, isLast: rows.length < bulkLimits.atOnce, handsOver: true });
  });
}

/** Batches until none is left, or until this run has lasted long enough. */
async function setPrices(platform: Platform, id: string, way: Way): Promise<void> {
  const since = performance.now();
  for (let isMore = true, handsOver = false; isMore && !handsOver; ) {
    handsOver = performance.now() - since > bulkLimits.runMs;
    isMore = await setSomePrices(platform, id, way, handsOver);
    if (isMore && !handsOver) await pause(bulkLimits.restMs);
  }
}

/**
 * The prices that were foreseen, or those before, each only where the other of the two stands. Begins with the change's
 * lock, so two that run at once set nothing twice. Whether there are more; with `handsOver` another run goes on with
 * them.
 */
function setSomePrices(platform: Platform, id: string, way: Way, handsOver: boolean): Promise<boolean> {
  return write(platform, async (tx) => {
    const own = await lockRunning(tx, id, way);
    if (!own) return false;
    const rows = await nextRows(tx.db, id, way, bulkLimits.pricesInBatch);
    const asked = rows.map(({ listingId, currency, priceAmount, newAmount }) => {
      const [before, after] = [money(priceAmount, currency), money(newAmount ?? priceAmount, currency)];
      return way === 'make'
        ? { listingId, priceWas: before, price: after }
        : { listingId, priceWas: after, price: before };
    });
    const answers = await repriceListings(platform, tx, asSeller(own), asked);
    const { done, refused } = ways[way];
    await markAll(
      tx,
      id,
      rows.map(({ n, why }, at) => ({ n, state: answers[at] ? refused : done, why: answers[at]?.message ?? why })),
    );
    const isLast = rows.length < bulkLimits.pricesInBatch;
    await goOn(platform, tx, own, { way, isLast, handsOver });
    return !isLast;
  });
}

async function lockRunning(tx: Tx, id: string, way: Way): Promise<BulkChangeRow | undefined> {
  const [own] = await tx.db
    .select()
    .from(bulkChange)
    .where(and(eq(bulkChange.id, id), eq(bulkChange.status, ways[way].during)))
    .for('update');
  return own;
}

function nextRows(db: Db, id: string, way: Way, most: number): Promise<BulkRow[]> {
  return db
    .select()
    .from(bulkChangeRow)
    .where(and(eq(bulkChangeRow.changeId, id), eq(bulkChangeRow.state, ways[way].next)))
    .orderBy(asc(bulkChangeRow.n))
    .limit(most);
}

/** Tells how far it is, or that it is done. */
async function goOn(
  platform: Platform,
  tx: Tx,
  own: BulkChangeRow,
  { way, isLast, handsOver }: { way: Way; isLast: boolean; handsOver: boolean },
) {
  const { finish, job } = ways[way];
  if (isLast) return void (await moveChange(tx, own.id, null, finish));
  await keepMoving(tx, own, { movedAt: platform.clock.now() });
  // Named, so that one that was taken up beside it is the same.
  if (handsOver) tx.enqueue(job, { changeId: own.id, restMs: bulkLimits.restMs }, { key: `bulk ${own.id}` });
}

async function moveRow(
  platform: Platform,
  own: BulkChangeRow,
  row: BulkRow,
  { verb, way }: { verb: MoveVerb | null; way: Way },
): Promise<void> {
  const { done, refused } = ways[way];
  try {
    if (verb !== null)
      await moves[verb](platform, asSeller(own), row.listingId, async (tx) => {
        if (!(await mark(tx, row, done, row.why))) throw new ChangedAlready();
      });
  } catch (error) {
    if (error instanceof ChangedAlready) return;
    if (!isRefusal(error)) throw error;
    await mark(platform, row, refused, error.message);
  }
}

type Marked = Pick<BulkRow, 'n' | 'state' | 'why'>;

async function markAll(tx: Tx, id: string, rows: readonly Marked[]): Promise<void> {
  await connectionOf(tx.db).query({
    name: 'bulk-mark-rows',
    text: `update bulk_change_row r set state = m.state, why = m.why
      from jsonb_to_recordset($2::jsonb) as m(n int, state text, why text) where r.change_id = $1 and r.n = m.n`,
    values: [id, JSON.stringify(rows)],
  });
}

/** Only from the state that was read: of two processes that took the same row one marks it. */
async function mark({ db }: Pick<Tx, 'db'>, row: BulkRow, state: RowState, why: string | null): Promise<boolean> {
  const marked = await db
    .update(bulkChangeRow)
    .set({ state, why })
    .where(
      and(eq(bulkChangeRow.changeId, row.changeId), eq(bulkChangeRow.n, row.n), eq(bulkChangeRow.state, row.state)),
    )
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
