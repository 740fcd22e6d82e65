import type { Platform } from '#platform/platform.ts';
import type { Listing } from './contract.ts';
import { readTexts } from './listing-texts.server.ts';

type Reader = Pick<Platform, 'pool' | 'bus' | 'clock'>;

export interface ShelvesBeside {
  /** Other copies of the same card, cheapest first. */
  copies: Listing[];
  /** What somebody who looks at this one may want as well: of the same set, else of the same game; newest first, never the same card. */
  similar: Listing[];
  /** More from its seller, newest first. */
  fromSeller: Listing[];
}

interface Limits {
  copies: number;
  /** Of each other row. */
  row: number;
}

const numbersOf = (where: string, order: string, limit: string) =>
  `array(select l.n from listing l where l.status = 'active' and l.expires_at > $1 and l.id <> $2 and ${where} order by ${order} limit ${limit})`;
const others = 'l.game = $4 and l.card_id is distinct from $5 and l.seller_id <> all($7::text[])';
const newest = 'l.published_at desc, l.id desc';
const text = `select
  ${numbersOf('l.card_id = $5 and l.seller_id <> all($7::text[])', 'l.price_rank, l.id', '$8')} as copies,
  ${numbersOf(`l.set_code = $3 and ${others}`, newest, '$9')} as of_set,
  ${numbersOf(others, newest, '2 * $9')} as of_game,
  ${numbersOf('l.seller_id = $6', 'l.created_at desc, l.id desc', '$9')} as of_seller`;

interface Numbers {
  copies: number[];
  of_set: number[];
  of_game: number[];
  of_seller: number[];
}

/**
 * The rows of tiles on a listing's page. One statement says by number what stands on all of them; what that is comes out of the texts that searches keep,
 * and those that are not there in one more. `without`: sellers whose listings the viewer is not shown; what they have does not fill a row.
 */
export async function shelvesBeside(
  platform: Reader,
  listing: Pick<Listing, 'id' | 'game' | 'setCode' | 'catalogueCardId' | 'seller'>,
  limits: Limits,
  without: readonly string[] = [],
): Promise<ShelvesBeside> {
  const { id, setCode, game, catalogueCardId, seller } = listing;
  const now = platform.clock.now();
  const values = [now, id, setCode, game, catalogueCardId, seller.id, without, limits.copies, limits.row];
  const { rows } = await platform.pool.query<Numbers>({ name: 'listing-shelves-beside', text, values });
  const { copies = [], of_set = [], of_game = [], of_seller = [] } = rows[0] ?? {};
  const similar = [...new Set([...of_set, ...of_game])].slice(0, limits.row);
  const texts = await readTexts(platform, [...new Set([...copies, ...similar, ...of_seller])], now);
  const read = (numbers: readonly number[]) => numbers.flatMap((n) => texts.get(n) ?? []).map((kept): Listing => JSON.parse(kept.text));
  return { copies: read(copies), similar: read(similar), fromSeller: read(of_seller) };
}
