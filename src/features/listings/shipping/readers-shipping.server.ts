import { type ListedTable, listedTableSql, type OwnTable } from '#features/shipping/index.server.ts';
import type { Platform } from '#platform/platform.ts';

/** A seller's table for a listing, beside the country of the reader. */
export interface ReadersShipping {
  table: OwnTable;
  /** Of the reader's default address; null where they have none. */
  country: string | null;
}

/**
 * The table that ships a listing, and the country of the reader's default address, which is read only, so that both are
 * one statement. Null for a seller without a table.
 */
export async function findReadersShipping(
  { pool }: Pick<Platform, 'pool'>,
  listingId: string,
  readerId: string | null,
): Promise<ReadersShipping | null> {
  const { rows } = await pool.query<{ table: ListedTable | null; country: string | null }>({
    name: 'listing-readers-shipping',
    text: `select ${listedTableSql()} as "table",
        (select a.country from address a where a.member_id = $2 and a.is_default) as country
      from listing l where l.id = $1`,
    values: [listingId, readerId],
  });
  const [found] = rows;
  const methods = found?.table?.methods;
  return found?.table && methods ? { table: { ...found.table, methods }, country: found.country } : null;
}
