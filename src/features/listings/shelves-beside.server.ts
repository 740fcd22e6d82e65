import type { Question } from '#platform/db/ask-together.ts';
import type { Platform } from '#platform/platform.ts';
import { type TileFacts, tileFacts } from './components/listing-words.ts';
import type { Listing } from './contract.ts';
import { presentListing } from './listing.present.server.ts';
import { asOf, listingRows } from './listing.queries.server.ts';
import { byPrice, cheapestWithPost } from './total-rank.server.ts';

type Reader = Pick<Platform, 'pool' | 'clock'>;

export interface ShelvesBeside {
  /** Other copies of the same card, the cheapest with post first. */
  copies: TileFacts[];
  /** What somebody who looks at this one may want as well: of the same set, else of the same game; newest first, never the same card. */
  similar: TileFacts[];
  /** More from its seller, newest first. */
  fromSeller: TileFacts[];
}

interface Limits {
  copies: number;
  /** Of each other row. Both stand in the statement's text, whose name is of these limits alone. */
  row: number;
}

/** Ids of listings, as they stand in each row. */
export type ShelfIds = Record<keyof ShelvesBeside, string[]>;

/**
 * A value that the planner does not see. From those that it sees it makes a plan which it believes so much cheaper that it plans the whole page's statement anew for each page, three times the work of
 * running it; and each row here is a walk along an index in its own order, whatever the values are (decision 205).
 */
const unseen = (place: string, type = 'text') => `(select ${place}::${type})`;

/**
 * Which listings stand in the rows on a listing's page, by id, asked beside other questions. `without`: sellers whose listings the viewer is not shown; what
 * they have does not fill a row.
 */
export function shelvesAsked(
  { id, setCode, game, catalogueCardId, seller }: Pick<Listing, 'id' | 'game' | 'setCode' | 'catalogueCardId' | 'seller'>,
  limits: Limits,
  now: Date,
  without: readonly string[] = [],
): Question<ShelfIds> {
  return {
    values: [now, id, setCode, game, catalogueCardId, seller.id, without],
    text: (moment, ...places) => {
      const at = unseen(moment, 'timestamptz');
      const [self, setOf, gameOf, card, sellerOf] = places.map((place) => unseen(place));
      const hidden = places.at(-1);
      const others = `l.status = 'active' and l.expires_at > ${at} and l.id <> ${self}`;
      // Written out: behind a place the planner would prepare for a tenth of the market.
      const { copies, row } = limits;
      const ids = (where: string, order: string, limit: number) =>
        `array(select l.id from listing l where ${others} and ${where} order by ${order} limit ${limit})`;
      const shown = `l.seller_id <> all(${hidden}::text[])`;
      const ofOtherCards = `l.game = ${gameOf} and l.card_id is distinct from ${card} and ${shown}`;
      const newest = 'l.published_at desc, l.id desc';
      return `json_build_array(${[
        `array(select l.id ${byPrice(`${others} and l.card_id = ${card} and ${shown}`, copies)} order by ${cheapestWithPost} limit ${copies})`,
        ids(`l.set_code = ${setOf} and ${ofOtherCards}`, newest, row),
        ids(ofOtherCards, newest, 2 * row),
        ids(`l.seller_id = ${sellerOf}`, 'l.created_at desc, l.id desc', row),
      ].join(', ')})`;
    },
    read: ([copies, ofSet, ofGame, fromSeller]: [string[], string[], string[], string[]]) => ({
      copies,
      similar: [...new Set([...ofSet, ...ofGame])].slice(0, limits.row),
      fromSeller,
    }),
  };
}

/** What is still for sale of the listings in each row, read in one statement. */
export async function readShelves({ pool, clock }: Reader, { copies, similar, fromSeller }: ShelfIds): Promise<ShelvesBeside> {
  const ids = [...new Set([...copies, ...similar, ...fromSeller])];
  if (ids.length === 0) return { copies: [], similar: [], fromSeller: [] };
  const rows = await listingRows(pool)(ids);
  const now = clock.now();
  const tiles = new Map(
    [...rows.values()].filter((row) => asOf(row, now).status === 'active').map((row) => [row.id, tileFacts(presentListing(row, null, now))]),
  );
  const tilesOf = (some: readonly string[]) => some.flatMap((id) => tiles.get(id) ?? []);
  return { copies: tilesOf(copies), similar: tilesOf(similar), fromSeller: tilesOf(fromSeller) };
}
