import { addMs } from '#kernel/time.ts';
import type { Platform } from '#platform/platform.ts';
import type { Listing } from './contract.ts';
import { presentListing } from './listing.present.server.ts';
import { asOf, type ReadRow, readColumns, readJoins } from './listing.queries.server.ts';

const end = "coalesce(l.expires_at, timestamptz '2200-01-01 00:00:00+00')";
const next = {
  name: 'listings-own-ending',
  text: `select ${readColumns} from listing l ${readJoins} where l.seller_id = $1 and l.status in ('active', 'reserved') and ${end} > $2
    order by ${end}, l.id limit $3`,
};
const within = {
  name: 'listings-own-ending-count',
  text: `select count(*)::int as n from listing l where l.seller_id = $1 and l.status = 'active' and ${end} > $2 and ${end} <= $3`,
};

/** A seller's live listings that end next, and how many end within this time. */
export async function endingNext(
  { pool, clock }: Pick<Platform, 'pool' | 'clock'>,
  sellerId: string,
  { limit, withinMs }: { limit: number; withinMs: number },
): Promise<{ items: Listing[]; soon: number }> {
  const now = clock.now();
  const [{ rows }, counted] = await Promise.all([
    pool.query<ReadRow>({ ...next, values: [sellerId, now, limit] }),
    pool.query<{ n: number }>({ ...within, values: [sellerId, now, addMs(now, withinMs)] }),
  ]);
  return { items: rows.map((row) => presentListing(asOf(row, now), sellerId, now)), soon: counted.rows[0]?.n ?? 0 };
}
