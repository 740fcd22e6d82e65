import { isPlainCopy } from '#features/catalogue/words.ts';
import { type ChosenListing, lowestForSale, whyNotMoved, whyNotPriced } from '#features/listings/index.server.ts';
import { type MarketKind, marketKey, marketPrices } from '#features/prices/index.server.ts';
import { type Currency, money } from '#kernel/numbers/money.ts';
import { connectionOf, type Db } from '#platform/db/db.ts';
import {
  amountBesideLowest,
  type Change,
  currencyOf,
  isPriceChange,
  type LowestPrice,
  type MarketRule,
  newAmount,
} from '../model/bulk.rules.ts';
import type { BulkRow } from '../model/bulk.tables.ts';
import { type Why, type WhyColumns, whyColumns } from '../model/bulk.texts.ts';
import { outcomeOf } from '../model/market-rule.rules.ts';

type Preview = Pick<BulkRow, 'state' | 'newAmount' | 'reason'> & WhyColumns;

/** The preview of a change for each of these listings. Prices of others are read once for all of them. */
export async function previewAll(
  db: Db,
  rows: readonly ChosenListing[],
  change: Change,
  { sellerId, now }: { sellerId: string; now: Date },
): Promise<(Preview & { row: ChosenListing })[]> {
  const preview =
    change.do === 'market'
      ? await byMarket(db, rows, change, now)
      : change.do === 'lowest'
        ? await byLowest(db, rows, change, { sellerId, now })
        : (row: ChosenListing) => previewOne(row, change, now);
  return rows.map((row) => ({ ...preview(row), row }));
}

function previewOne(row: ChosenListing, change: Exclude<Change, MarketRule | LowestPrice>, now: Date): Preview {
  if (!isPriceChange(change)) {
    const why = whyNotMoved(row, change.do, now);
    return { state: why === null ? 'will' : 'refused', newAmount: null, ...whyColumns(why), reason: null };
  }
  const other = otherCurrency(row, currencyOf(change));
  if (other) return other;
  return settled(row, newAmount(row.priceAmount, change), { ...whyColumns(null), reason: null }, now);
}

/** Refuses a listing in another currency than the change. */
function otherCurrency(row: ChosenListing, spoken: Currency | null): Preview | null {
  return spoken === null || spoken === row.currency
    ? null
    : refusedFor({ code: 'change_currency', params: { own: row.currency, change: spoken } });
}

const refusedFor = (why: Why): Preview => ({ state: 'refused', newAmount: null, ...whyColumns(why), reason: null });

async function byLowest(
  db: Db,
  rows: readonly ChosenListing[],
  change: LowestPrice,
  { sellerId, now }: { sellerId: string; now: Date },
): Promise<(row: ChosenListing) => Preview> {
  const found = await lowestForSale(connectionOf(db), sellerId, rows, now);
  return (row) => {
    const other = otherCurrency(row, currencyOf(change));
    if (other) return other;
    const lowest = found.get(row.id);
    if (lowest === undefined) return refusedFor({ code: 'no_lowest' });
    const why = whyColumns({ code: 'lowest', params: { amount: lowest, currency: row.currency } });
    return settled(row, amountBesideLowest(lowest, change), { ...why, reason: null }, now);
  };
}

function settled(row: ChosenListing, amount: number, said: WhyColumns & Pick<Preview, 'reason'>, now: Date): Preview {
  const refused = whyNotPriced(row, { amount, currency: row.currency }, now);
  if (refused !== null) return { state: 'refused', newAmount: amount, ...whyColumns(refused), reason: said.reason };
  return { state: amount === row.priceAmount ? 'stays' : 'will', newAmount: amount, ...said };
}

async function byMarket(
  db: Db,
  rows: readonly ChosenListing[],
  rule: MarketRule,
  now: Date,
): Promise<(row: ChosenListing) => Preview> {
  const kinds = rows.flatMap((row) => kindOf(row) ?? []);
  const markets = await marketPrices(connectionOf(db), kinds, now);
  return (row) => {
    const kind = kindOf(row);
    const { costAmount, costCurrency } = row;
    const { amount, reason, why } = outcomeOf(
      {
        price: money(row.priceAmount, row.currency),
        cost: costAmount === null || costCurrency === null ? null : money(costAmount, costCurrency),
        isCard: row.cardId !== null,
        isGraded: row.grading !== null,
        isPlain: isPlainCopy(row),
      },
      rule,
      kind ? markets.get(marketKey(kind)) : undefined,
    );
    const said = { ...whyColumns(why), reason };
    return amount === null ? { state: 'refused', newAmount: null, ...said } : settled(row, amount, said, now);
  };
}

/** The key of the market price; null for a listing that has none. */
function kindOf(row: ChosenListing): MarketKind | null {
  const { cardId, grading, condition, finish, language, currency } = row;
  return cardId === null || grading !== null || !isPlainCopy(row)
    ? null
    : { cardId, condition, finish, language, currency };
}
