import { and, asc, eq, inArray } from 'drizzle-orm';
import { newPrices, whySentence } from '#features/bulk/index.server.ts';
import { refusalText, whyBeyondLimits } from '#features/listings/index.server.ts';
import { slicesOf } from '#kernel/numbers/slices.ts';
import { invalid } from '#kernel/refusal.ts';
import { connectionOf } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { ChangeRowsInput } from '../contract.ts';
import { isUnlisted } from '../imports.queries.server.ts';
import { correctedRow } from '../model/corrected-row.ts';
import { importPolicy } from '../model/import.policy.ts';
import { type ImportRowRow, importRow } from '../model/import.tables.ts';
import { moveImport } from './change-import.server.ts';
import { requirePremium } from './require-premium.server.ts';

/** Rows that are read and updated together. */
const rowsAtOnce = 1_000;

/** What changed, and why rows keep what they have. */
export interface ChangedRows {
  changed: number;
  /** The rows that get no new price, by the sentence of the reason. */
  withoutPrice: Map<string, number>;
  /** The rows whose price is in another currency than the shipping. */
  withoutShipping: number;
}

/**
 * Sets values of the selected rows, or of all that are not listed yet, and applies a price change to them. A row that
 * waits only for a value that is set becomes sure. Refuses an empty selection and an empty change (422), and a price
 * change without premium (403 `tier_limit`).
 */
export async function changeRows(
  platform: Platform,
  actor: Actor,
  id: string,
  { rows, ...change }: ChangeRowsInput,
): Promise<ChangedRows> {
  if (Object.values(change).every((value) => value === undefined))
    throw invalid({ rows: 'Choose a value to change first.' });
  return write(platform, async (tx) => {
    importPolicy.check(actor, 'change many', await moveImport(tx, id, actor.id, 'change'));
    if (change.price) await requirePremium(tx, actor);
    const chosen = and(eq(importRow.importId, id), isUnlisted, rows === 'all' ? undefined : inArray(importRow.n, rows));
    const found = await tx.db.select({ n: importRow.n }).from(importRow).where(chosen).orderBy(asc(importRow.n));
    if (found.length === 0) throw invalid({ rows: 'Select rows that aren’t imported yet.' });
    const done: ChangedRows = { changed: 0, withoutPrice: new Map(), withoutShipping: 0 };
    for (const some of slicesOf(found, rowsAtOnce)) {
      const numbers = some.map(({ n }) => n);
      const slice = await tx.db
        .select()
        .from(importRow)
        .where(and(chosen, inArray(importRow.n, numbers)));
      await changeSlice(tx, slice, change, { sellerId: actor.id, now: platform.clock.now() }, done);
    }
    return done;
  });
}

/** Changes these rows, and adds them to `done`. */
async function changeSlice(
  tx: Tx,
  rows: readonly ImportRowRow[],
  { condition, language, price, shipping }: Omit<ChangeRowsInput, 'rows'>,
  seller: { sellerId: string; now: Date },
  done: ChangedRows,
): Promise<void> {
  const said = { ...(condition && { condition }), ...(language && { language }) };
  const copies = rows.map((row) => ({ ...row, ...said, id: String(row.n) }));
  const prices = price && (await newPrices(tx.db, copies, price, seller));
  const changed = rows.flatMap((row) => {
    const values: Parameters<typeof correctedRow>[1] = { ...said };
    const priced = prices?.get(String(row.n));
    if (priced) {
      const beyond = priced.amount === null ? null : whyBeyondLimits(priced.amount);
      const why = priced.amount === null ? whySentence(priced.why) : beyond && refusalText(beyond);
      if (why !== null) done.withoutPrice.set(why, (done.withoutPrice.get(why) ?? 0) + 1);
      else {
        values.priceAmount = priced.amount;
        if (price?.do === 'price') values.currency = price.price.currency;
      }
    }
    if (shipping) {
      if (shipping.price.currency === (values.currency ?? row.currency)) values.shipping = [shipping];
      else done.withoutShipping += 1;
    }
    return Object.keys(values).length > 0 ? [{ ...row, ...correctedRow(row, values) }] : [];
  });
  done.changed += changed.length;
  await storeRows(tx, changed);
}

async function storeRows(tx: Tx, rows: readonly ImportRowRow[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const stored = rows.map(({ n, condition, language, status, noteCodes, priceAmount, currency, shipping }) => ({
    ...{ n, condition, language, status, currency, shipping },
    note_codes: noteCodes,
    price_amount: priceAmount,
  }));
  await connectionOf(tx.db).query({
    name: 'imports-change-rows',
    text: `update stock_import_row r
      set condition = c.condition, language = c.language, status = c.status, note_codes = c.note_codes, outcome = null, outcome_params = null,
        price_amount = c.price_amount, currency = c.currency, shipping = c.shipping
      from jsonb_to_recordset($2::jsonb) as c(n int, condition text, language text, status text, note_codes jsonb,
        price_amount bigint, currency text, shipping jsonb)
      where r.import_id = $1 and r.n = c.n`,
    values: [first.importId, JSON.stringify(stored)],
  });
}
