import { setTimeout as pause } from 'node:timers/promises';
import { and, asc, eq, lt } from 'drizzle-orm';
import {
  pauseListing,
  renewListing,
  repriceListings,
  resumeListing,
  type StoredRefusal,
  storedRefusal,
} from '#features/listings/index.server.ts';
import { money } from '#kernel/numbers/money.ts';
import { isRefusal, type Refusal } from '#kernel/refusal.ts';
import { addMs } from '#kernel/time.ts';
import { connectionOf, type Db } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { commitJob, undoJob } from '../model/bulk.jobs.ts';
import { bulkLimits, bulkTimes, type RowState } from '../model/bulk.process.ts';
import { isPriceChange, type MoveVerb, undoVerbs } from '../model/bulk.rules.ts';
import { type BulkChangeRow, type BulkRow, bulkChange, bulkChangeRow } from '../model/bulk.tables.ts';
import { whyColumns } from '../model/bulk.texts.ts';
import { moveChange, touchChange } from './move-change.server.ts';

const moves = { pause: pauseListing, resume: resumeListing, renew: renewListing } as const;

/** The two directions of a change: the next rows, and the state of a row after success and after a refusal. */
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
 * Continues a change: new prices in batches, the seller's verbs one listing at a time. The update of a listing and the
 * state of its row are one transaction, so that a killed process repeats nothing; a refusal is stored in its row.
 * Enqueues itself until no row is left; a run that continues another one first pauses for `restMs`.
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

/** Batches until none is left, or until this run has reached its time limit. */
async function setPrices(platform: Platform, id: string, way: Way): Promise<void> {
  const since = performance.now();
  for (let isMore = true, handsOver = false; isMore && !handsOver; ) {
    handsOver = performance.now() - since > bulkLimits.runMs;
    isMore = await setSomePrices(platform, id, way, handsOver);
    if (isMore && !handsOver) await pause(bulkLimits.restMs);
  }
}

/**
 * Sets the previewed prices, or the former ones, each only where the listing has the other of the two. Locks the change
 * first, so that two concurrent runs set nothing twice. Answers whether there are more; with `handsOver` another run
 * continues them.
 */
function setSomePrices(platform: Platform, id: string, way: Way, handsOver: boolean): Promise<boolean> {
  return write(platform, async (tx) => {
    const own = await lockRunning(tx, id, way);
    if (!own) return false;
    const rows = await nextRows(tx.db, id, way, bulkLimits.pricesInBatch);
    const requested = rows.map(({ listingId, currency, priceAmount, newAmount }) => {
      const [before, after] = [money(priceAmount, currency), money(newAmount ?? priceAmount, currency)];
      return way === 'make'
        ? { listingId, priceWas: before, price: after }
        : { listingId, priceWas: after, price: before };
    });
    const answers = await repriceListings(platform, tx, asSeller(own), requested);
    const { done, refused } = ways[way];
    await markAll(
      tx,
      id,
      rows.map(({ n }, at) => ({ n, state: answers[at] ? refused : done, refusal: whyOf(answers[at] ?? null) })),
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

/** Publishes the progress, or the end. */
async function goOn(
  platform: Platform,
  tx: Tx,
  own: BulkChangeRow,
  { way, isLast, handsOver }: { way: Way; isLast: boolean; handsOver: boolean },
) {
  const { finish, job } = ways[way];
  if (isLast) return void (await moveChange(tx, own.id, null, finish));
  await touchChange(tx, own, { movedAt: platform.clock.now() });
  // Keyed, so that a run that was resumed concurrently is the same.
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
        if (!(await mark(tx, row, done))) throw new ChangedAlready();
      });
  } catch (error) {
    if (error instanceof ChangedAlready) return;
    if (!isRefusal(error)) throw error;
    await mark(platform, row, refused, error);
  }
}

type Marked = Pick<BulkRow, 'n' | 'state'> & { refusal: StoredRefusal | null };

const whyOf = (refusal: Refusal | null) => refusal && storedRefusal(refusal);

async function markAll(tx: Tx, id: string, rows: readonly Marked[]): Promise<void> {
  await connectionOf(tx.db).query({
    name: 'bulk-mark-rows',
    text: `update bulk_change_row r set state = m.state, why = case when m.refusal is null then r.why end,
        why_code = coalesce(m.refusal->>'code', r.why_code),
        why_params = case when m.refusal is null then r.why_params else m.refusal->'params' end
      from jsonb_to_recordset($2::jsonb) as m(n int, state text, refusal jsonb) where r.change_id = $1 and r.n = m.n`,
    values: [id, JSON.stringify(rows)],
  });
}

/** Only from the state that was read: of two processes with the same row one updates it. */
async function mark({ db }: Pick<Tx, 'db'>, row: BulkRow, state: RowState, refusal?: Refusal): Promise<boolean> {
  const marked = await db
    .update(bulkChangeRow)
    .set({ state, ...(refusal && whyColumns(storedRefusal(refusal))) })
    .where(
      and(eq(bulkChangeRow.changeId, row.changeId), eq(bulkChangeRow.n, row.n), eq(bulkChangeRow.state, row.state)),
    )
    .returning({ n: bulkChangeRow.n });
  return marked.length > 0;
}

/** Another process updated this row meanwhile. */
class ChangedAlready extends Error {}

const asSeller = ({ sellerId, createdAt }: BulkChangeRow): Actor => ({
  id: sellerId,
  role: 'member',
  via: 'bearer',
  sessionId: null,
  signedInAt: createdAt,
});

/** Deletes changes that are a week old; their effects stay. */
export async function sweepChanges(platform: Platform): Promise<void> {
  await platform.db
    .delete(bulkChange)
    .where(lt(bulkChange.createdAt, addMs(platform.clock.now(), -bulkTimes.storedMs)));
}
