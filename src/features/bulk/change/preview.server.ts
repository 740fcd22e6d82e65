import { type ChosenListing, whyNotMoved, whyNotPriced } from '#features/listings/index.server.ts';
import type { Db } from '#platform/db/db.ts';
import { type Change, isPriceChange } from '../model/bulk.rules.ts';
import type { BulkRow } from '../model/bulk.tables.ts';
import { type WhyColumns, whyColumns } from '../model/bulk.texts.ts';
import { type NewPrice, newPrices, otherCurrency } from './new-prices.server.ts';

type Preview = Pick<BulkRow, 'state' | 'newAmount' | 'reason'> & WhyColumns;

/** The preview of a change for each of these listings. Prices of others are read once for all of them. */
export async function previewAll(
  db: Db,
  rows: readonly ChosenListing[],
  change: Change,
  { sellerId, now }: { sellerId: string; now: Date },
): Promise<(Preview & { row: ChosenListing })[]> {
  if (!isPriceChange(change))
    return rows.map((row) => {
      const why = whyNotMoved(row, change.do, now);
      return { row, state: why === null ? 'will' : 'refused', newAmount: null, ...whyColumns(why), reason: null };
    });
  const prices = await newPrices(db, rows, change, { sellerId, now });
  return rows.flatMap((row) => {
    // A listing keeps its currency, also with an exact price.
    const other = change.do === 'price' ? otherCurrency(row, change.price.currency) : null;
    const price = other ?? prices.get(row.id);
    return price ? [{ row, ...settled(row, price, now) }] : [];
  });
}

function settled(row: ChosenListing, { amount, reason, why }: NewPrice, now: Date): Preview {
  if (amount === null) return { state: 'refused', newAmount: null, ...whyColumns(why), reason };
  const refused = whyNotPriced(row, { amount, currency: row.currency }, now);
  if (refused !== null) return { state: 'refused', newAmount: amount, ...whyColumns(refused), reason };
  return { state: amount === row.priceAmount ? 'stays' : 'will', newAmount: amount, ...whyColumns(why), reason };
}
