import { and, eq, gt, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { parseSearch } from '#features/catalogue/language.ts';
import { type CopyTraits, pickFlags } from '#features/catalogue/words.ts';
import { isId } from '#kernel/ids.ts';
import type { Db } from '#platform/db/db.ts';
import { searchCondition } from '../language/search-conditions.ts';
import type { ListingStatus } from '../model/listing.process.ts';
import { type ListingRow, listing } from '../model/listing.tables.ts';
import { ownPatterns, ownWords } from '../own-listings/own-listings.server.ts';

/**
 * A selection of a seller's own listings: by id, or all in these states whose card, title, set or number has each word
 * of `search`.
 */
export type OwnChoice =
  | { ids: readonly string[] }
  | { statuses: readonly ListingStatus[]; search?: string | undefined }
  /** In the language of the search; an empty one selects all. */
  | { statuses: readonly ListingStatus[]; query: string; now: Date };

/** What has to be known of a listing to say what a change would do to it. */
export type ChosenListing = Pick<
  ListingRow,
  | ('id' | 'title' | 'status' | 'pausedBy' | 'expiresAt' | 'priceAmount' | 'currency' | 'offerFloorAmount')
  | ('cardId' | 'condition' | 'finish' | 'language' | 'grading' | 'costAmount' | 'costCurrency' | keyof CopyTraits)
> & { photoCount: number };

const { id, title, status, pausedBy, expiresAt, priceAmount, currency, offerFloorAmount } = listing;
const { cardId, condition, finish, language, grading, costAmount, costCurrency } = listing;
const kind = {
  cardId,
  condition,
  finish,
  language,
  grading,
  costAmount,
  costCurrency,
  edition: listing.edition,
  ...pickFlags(listing),
};
const columns = { id, title, status, pausedBy, expiresAt, priceAmount, currency, offerFloorAmount, ...kind };
const photoCount = sql<number>`jsonb_array_length(${listing.photos})`;

/**
 * The seller's listings that are meant, `atOnce` at a time, oldest first; what is not theirs, or was removed, is none.
 */
export async function* chosenListings(
  db: Db,
  sellerId: string,
  choice: OwnChoice,
  atOnce = 1_000,
): AsyncGenerator<ChosenListing[]> {
  let after = '';
  for (;;) {
    const rows = await db
      .select({ ...columns, photoCount })
      .from(listing)
      .where(and(meant(sellerId, choice), gt(id, after)))
      .orderBy(id)
      .limit(atOnce);
    if (rows.length > 0) yield rows;
    after = rows.at(-1)?.id ?? '';
    if (rows.length < atOnce) return;
  }
}

export function countChosen(db: Db, sellerId: string, choice: OwnChoice): Promise<number> {
  return db.$count(listing, meant(sellerId, choice));
}

function meant(sellerId: string, choice: OwnChoice): SQL | undefined {
  const own = and(eq(listing.sellerId, sellerId), ne(status, 'removed'));
  if ('ids' in choice) return and(own, inArray(id, choice.ids.filter(isId)));
  if ('query' in choice) return and(own, inArray(status, [...choice.statuses]), foundBy(sellerId, choice));
  const words = ownPatterns(choice.search ?? '');
  const text = sql.raw(`(${ownWords('listing')})`);
  return and(own, inArray(status, [...choice.statuses]), ...words.map((word) => sql`${text} ilike ${word}`));
}

function foundBy(sellerId: string, { query, now }: { query: string; now: Date }): SQL | undefined {
  if (query === '') return undefined;
  const { tree } = parseSearch(query);
  // What can't be read any more finds nothing.
  if (!tree) return sql`false`;
  const values: unknown[] = [];
  const condition = searchCondition(tree, { add: (value) => `$${values.push(value)}` }, now);
  const bound = condition
    .split(/\$(\d+)/)
    .map((part, n) => (n % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1])}`));
  return sql`${id} in (select l.id from listing l where l.seller_id = ${sellerId} and ${sql.join(bound)})`;
}

/** What is wrong with a search in the language, in words; null where it can be read. */
export function searchProblem(query: string): string | null {
  return query === '' ? null : (parseSearch(query).problem?.message ?? null);
}
