import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import { newPrices } from '#features/bulk/index.server.ts';
import type { ShippingOption } from '#features/listings/contract.ts';
import { slicesOf } from '#kernel/numbers/slices.ts';
import { invalid } from '#kernel/refusal.ts';
import { connectionOf } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { ChangeRowsInput } from '../contract.ts';
import { isUnlisted } from '../imports.queries.server.ts';
import { correctedRow } from '../model/corrected-row.ts';
import { importRow } from '../model/import.tables.ts';
import { moveImport } from './change-import.server.ts';

/** Rows that are read and updated together. */
const rowsAtOnce = 1_000;

/** How many rows were changed, and how many of them the price rule has no price for. */
export interface ChangedRows {
  changed: number;
  withoutPrice: number;
}

/**
 * Sets values of the selected rows, or of all that are not listed yet, and applies a price change to them. A row that
 * waits only for a value that is set becomes sure. Refuses an empty selection and an empty change (422).
 */
export async function changeRows(
  platform: Platform,
  actor: Actor,
  id: string,
  { rows, condition, language, price, shipping }: ChangeRowsInput,
): Promise<ChangedRows> {
  if (!condition && !language && !price && !shipping) throw invalid({ rows: 'Choose a value to change first.' });
  return write(platform, async (tx) => {
    await moveImport(tx, id, actor.id, 'change');
    const chosen = and(eq(importRow.importId, id), isUnlisted, rows === 'all' ? undefined : inArray(importRow.n, rows));
    const found = await tx.db.select({ n: importRow.n }).from(importRow).where(chosen).orderBy(asc(importRow.n));
    if (found.length === 0) throw invalid({ rows: 'Select rows that aren’t imported yet.' });
    let withoutPrice = 0;
    for (const some of slicesOf(found, rowsAtOnce)) {
      const range = and(
        chosen,
        inArray(
          importRow.n,
          some.map(({ n }) => n),
        ),
      );
      await setValues(tx, id, range, { ...(condition && { condition }), ...(language && { language }) });
      if (price)
        withoutPrice += await setPrices(tx, id, range, price, { sellerId: actor.id, now: platform.clock.now() });
    }
    if (shipping) await setShipping(tx, chosen, shipping);
    return { changed: found.length, withoutPrice };
  });
}

async function setValues(
  tx: Tx,
  id: string,
  chosen: SQL | undefined,
  values: { condition?: string; language?: string },
): Promise<void> {
  const rows = await tx.db.select().from(importRow).where(chosen);
  const changed = rows.map((row) => {
    const { condition, language, status, noteCodes } = { ...row, ...correctedRow(row, values) };
    return { n: row.n, condition, language, status, note_codes: noteCodes };
  });
  await connectionOf(tx.db).query({
    name: 'imports-set-values',
    text: `update stock_import_row r
      set condition = c.condition, language = c.language, status = c.status, note_codes = c.note_codes, outcome = null
      from jsonb_to_recordset($2::jsonb) as c(n int, condition text, language text, status text, note_codes jsonb)
      where r.import_id = $1 and r.n = c.n`,
    values: [id, JSON.stringify(changed)],
  });
}

/** Answers how many rows have no price after it. */
async function setPrices(
  tx: Tx,
  id: string,
  chosen: SQL | undefined,
  price: NonNullable<ChangeRowsInput['price']>,
  seller: { sellerId: string; now: Date },
): Promise<number> {
  const rows = await tx.db.select().from(importRow).where(chosen);
  const copies = rows.map((row) => ({ ...row, id: String(row.n) }));
  const prices = await newPrices(tx.db, copies, price, seller);
  const changed = rows.flatMap(({ n, currency }) => {
    const amount = prices.get(String(n));
    return amount === undefined
      ? []
      : [{ n, amount, currency: price.do === 'price' ? price.price.currency : currency }];
  });
  await connectionOf(tx.db).query({
    name: 'imports-set-prices',
    text: `update stock_import_row r set price_amount = c.amount, currency = c.currency
      from jsonb_to_recordset($2::jsonb) as c(n int, amount bigint, currency text) where r.import_id = $1 and r.n = c.n`,
    values: [id, JSON.stringify(changed)],
  });
  return rows.length - changed.length;
}

/** One shipping method for the rows whose price is in its currency. */
async function setShipping(tx: Tx, chosen: SQL | undefined, option: ShippingOption): Promise<void> {
  await tx.db
    .update(importRow)
    .set({ shipping: [option] })
    .where(and(chosen, eq(importRow.currency, option.price.currency)));
}
