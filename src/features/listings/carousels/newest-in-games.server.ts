import type { Platform } from '#platform/platform.ts';
import type { Listing } from '../contract.ts';
import { presentListing } from '../read/listing.present.server.ts';
import { type ReadRow, readColumns, readJoins } from '../read/listing.queries.server.ts';

const newest = {
  name: 'listings-newest-in-games',
  text: `select ${readColumns} from listing l ${readJoins}
    where l.status = 'active' and l.expires_at > $1 and l.game = any($2) and l.photos <> '[]' and l.seller_id <> all($3)
    order by l.published_at desc, l.id desc limit $4`,
};

/** The listings with photos in these games that were published last, without those of sellers in `without`. */
export async function newestInGames(
  { pool, clock }: Pick<Platform, 'pool' | 'clock'>,
  games: readonly string[],
  { limit, without }: { limit: number; without: readonly string[] },
): Promise<Listing[]> {
  const now = clock.now();
  const { rows } = await pool.query<ReadRow>({ ...newest, values: [now, games, without, limit] });
  return rows.map((row) => presentListing(row, null, now));
}
