import { getTableColumns, is, SQL } from 'drizzle-orm';
import type { Question } from '#platform/db/ask-together.ts';
import type { Listing } from './contract.ts';
import { presentListing } from './listing.present.server.ts';
import { type ReadRow, sellerColumns, sellerJoins } from './listing.queries.server.ts';
import { listing } from './listing.tables.ts';

/** A listing that has just begun is answered from what was written: reading it again would be another turn to the database. */

type SellerOfListing = Pick<ReadRow, `seller_${string}` & keyof ReadRow> &
  Record<'away_from' | 'away_to', string | null> &
  Pick<ReadRow, 'away_note'>;

/** What a listing shows of its seller, asked beside other questions. */
export function sellerOfListingAsked(sellerId: string): Question<SellerOfListing | null> {
  return {
    values: [sellerId],
    text: (id) => `(select to_json(shown) from (select ${sellerColumns} from (select ${id}::text as seller_id) l ${sellerJoins}) shown)`,
    read: (found: SellerOfListing | null) => found,
  };
}

/** What its seller is answered. */
export function presentBegun(row: typeof listing.$inferInsert, seller: SellerOfListing | null, now: Date): Listing {
  const dateOf = (text: string | null | undefined) => (text ? new Date(text) : null);
  const away = { away_from: dateOf(seller?.away_from), away_to: dateOf(seller?.away_to) };
  return presentListing({ ...columnsOf(row), ...seller, ...away, is_hidden: false, views: null } as ReadRow, row.sellerId, now);
}

/** The row as it is stored: by the names of its columns, with what the table fills in. */
function columnsOf(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(getTableColumns(listing)).map(([key, { name, default: usual }]) => {
      const given = (row as Record<string, unknown>)[key];
      return [name, given === undefined ? (is(usual, SQL) ? null : (usual ?? null)) : given];
    }),
  );
}
