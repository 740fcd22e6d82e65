import { desc } from 'drizzle-orm';
import { termsChanged } from '#features/legal/index.server.ts';
import { newId } from '#kernel/ids.ts';
import { conflict } from '#kernel/refusal.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { connectionOf, type Db } from '#platform/db/db.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { type FeeInput, type FeeView, feeRefusals, feeSchema } from './contract.ts';
import { type Fee, feeWords, noFee } from './fee.rules.ts';
import { marketFee } from './fees.tables.ts';

/** The fee of a sale that is made now. */
export async function feeInForce(db: Db): Promise<Fee> {
  const [row] = await newest(db, 1);
  return row ? { basisPoints: row.basisPoints, fixed: row.fixedAmount } : noFee;
}

/** All fees that there were, the one in force first; before the first there was none. */
export async function listFees(db: Db): Promise<FeeView[]> {
  const rows = await newest(db, 200);
  const known = rows.map(({ basisPoints, fixedAmount: fixed, note, since }) => ({
    basisPoints,
    fixed,
    note,
    since: since.toISOString(),
  }));
  return [...known, { ...noFee, note: null, since: null }].map((one, at, all) =>
    feeSchema.parse({ ...one, words: feeWords(one), until: all[at - 1]?.since ?? null }),
  );
}

const newest = (db: Db, limit: number) =>
  db.select().from(marketFee).orderBy(desc(marketFee.since), desc(marketFee.id)).limit(limit);

/** Changes the fee of orders that are placed from now on. Refuses the fee that is in force already (409 `same_fee`). */
export async function changeFee(platform: Platform, by: string, { basisPoints, fixed, note }: FeeInput): Promise<void> {
  await write(platform, async (tx) => {
    await connectionOf(tx.db).query("select pg_advisory_xact_lock(hashtextextended('market fee', 14))");
    const before = await feeInForce(tx.db);
    if (before.basisPoints === basisPoints && before.fixed === fixed)
      throw conflict(feeRefusals.sameFee, 'This fee already applies. Enter a different one.');
    const now = platform.clock.now();
    const id = newId(now.getTime());
    await tx.db.insert(marketFee).values({ id, basisPoints, fixedAmount: fixed, note, by, since: now });
    await recordAct(
      tx,
      { by, act: 'fee.changed', subject: id, data: { from: before, to: { basisPoints, fixed }, reason: note } },
      now,
    );
    tx.append(termsChanged, { subject: 'fee', version: now.getTime(), topics: ['terms'] });
  });
}
