import { addMs } from '#kernel/time.ts';
import type { Platform } from '#platform/platform.ts';
import { type TileFacts, tilePhoto } from '../components/listing-words.ts';
import type { Listing } from '../contract.ts';
import { presentListing } from '../read/listing.present.server.ts';
import { asOf, type ReadRow, readColumns, readJoins } from '../read/listing.queries.server.ts';

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

/** A single state: an index holds its listings in this order. */
const brief = {
  name: 'listings-own-ending-brief',
  text: `select l.id, l.name, l.photos -> 0 as photo, l.price_amount as amount, l.currency, l.expires_at as ends_at
    from listing l where l.seller_id = $1 and l.status = 'active' order by ${end}, l.id limit $2`,
};

interface Brief {
  id: string;
  name: string;
  photo: Listing['photos'][number] | null;
  amount: number;
  currency: Listing['price']['currency'];
  ends_at: Date;
}

/** Of a listing that ends, what a row of small pictures says. */
export type EndingTile = Pick<TileFacts, 'id' | 'name' | 'photo' | 'price'> & { endsAt: string };

/**
 * What of a seller's is for sale and ends next, for the home page: four words of each, where a whole row would be fifty
 * columns.
 */
export async function endingTiles(
  { pool }: Pick<Platform, 'pool'>,
  sellerId: string,
  limit: number,
): Promise<EndingTile[]> {
  const { rows } = await pool.query<Brief>({ ...brief, values: [sellerId, limit] });
  return rows.map(({ id, name, photo, amount, currency, ends_at: endsAt }) => ({
    id,
    name,
    photo: photo && tilePhoto(photo),
    price: { amount, currency },
    endsAt: endsAt.toISOString(),
  }));
}

/** How many of a seller's live listings end within this time. */
export async function countEnding(
  { pool, clock }: Pick<Platform, 'pool' | 'clock'>,
  sellerId: string,
  withinMs: number,
): Promise<number> {
  const now = clock.now();
  const { rows } = await pool.query<{ n: number }>({ ...within, values: [sellerId, now, addMs(now, withinMs)] });
  return rows[0]?.n ?? 0;
}

/** A seller's live listings that end next, and how many end within this time. */
export async function endingNext(
  platform: Pick<Platform, 'pool' | 'clock'>,
  sellerId: string,
  { limit, withinMs }: { limit: number; withinMs: number },
): Promise<{ items: Listing[]; soon: number }> {
  const now = platform.clock.now();
  const [{ rows }, soon] = await Promise.all([
    platform.pool.query<ReadRow>({ ...next, values: [sellerId, now, limit] }),
    countEnding(platform, sellerId, withinMs),
  ]);
  return { items: rows.map((row) => presentListing(asOf(row, now), sellerId, now)), soon };
}
