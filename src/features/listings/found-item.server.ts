import type { ListingQuery } from './contract.ts';
import { presentListing } from './listing.present.server.ts';
import type { ReadRow } from './listing.queries.server.ts';
import type { ListingText } from './text-store.ts';

/** A listing on a page: its text, and where it stands in the order. */
export interface FoundItem extends Pick<ListingText, 'id' | 'sellerId' | 'text'> {
  key: readonly (string | number)[];
  endsAtMs: number;
}

/** A row of a page that the database has put in order. */
export type KeyedRow = ReadRow & { key_0: number; key_1?: number };

export function itemOf({ sort }: ListingQuery, row: KeyedRow, now: Date): FoundItem {
  const { id, sellerId, expiresAt, key_0, key_1 = 0 } = row;
  return {
    id,
    sellerId,
    text: Buffer.from(JSON.stringify(presentListing(row, null, now))),
    key: sort === 'relevance' ? [key_0, key_1, id] : [key_0, id],
    endsAtMs: expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
  };
}
