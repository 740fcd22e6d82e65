import { type ChosenListing, whyNotMoved, whyNotPriced } from '#features/listings/index.server.ts';
import { type Change, currencyOf, isPriceChange, newAmount } from './bulk.rules.ts';
import type { BulkRow } from './bulk.tables.ts';

type Foreseen = Pick<BulkRow, 'state' | 'newAmount' | 'why'>;

/** What a change would do to this listing now. */
export function foresee(row: ChosenListing, change: Change, now: Date): Foreseen {
  if (!isPriceChange(change)) {
    const why = whyNotMoved(row, change.do, now);
    return { state: why === null ? 'will' : 'refused', newAmount: null, why };
  }
  const spoken = currencyOf(change);
  if (spoken !== null && spoken !== row.currency)
    return { state: 'refused', newAmount: null, why: `Its price is in ${row.currency}, the change is in ${spoken}.` };
  const amount = newAmount(row.priceAmount, change);
  const why = whyNotPriced(row, { amount, currency: row.currency }, now);
  if (why !== null) return { state: 'refused', newAmount: amount, why };
  return amount === row.priceAmount ? { state: 'stays', newAmount: amount, why: null } : { state: 'will', newAmount: amount, why: null };
}
