import type { Question } from '#platform/db/ask-together.ts';
import type { Platform } from '#platform/platform.ts';
import { shared } from '#platform/shared.ts';
import { type TileFacts, tileFacts } from './components/listing-words.ts';
import type { Listing } from './contract.ts';
import { readTexts } from './listing-texts.server.ts';
import type { ListingText } from './text-store.ts';
import { byPrice, cheapestWithPost } from './total-rank.server.ts';

type Reader = Pick<Platform, 'pool' | 'bus' | 'clock'>;

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

/** Numbers of listings, as they stand in each row. */
export type ShelfNumbers = Record<keyof ShelvesBeside, number[]>;

/**
 * A value that the planner does not see. From those that it sees it makes a plan which it believes so much cheaper that it plans the whole page's statement anew for each page, three times the work of
 * running it; and each row here is a walk along an index in its own order, whatever the values are (decision 205).
 */
const unseen = (place: string, type = 'text') => `(select ${place}::${type})`;

/**
 * Which listings stand in the rows on a listing's page, by number, asked beside other questions. `without`: sellers whose listings the viewer is not shown; what
 * they have does not fill a row.
 */
export function shelvesAsked(
  { id, setCode, game, catalogueCardId, seller }: Pick<Listing, 'id' | 'game' | 'setCode' | 'catalogueCardId' | 'seller'>,
  limits: Limits,
  now: Date,
  without: readonly string[] = [],
): Question<ShelfNumbers> {
  return {
    values: [now, id, setCode, game, catalogueCardId, seller.id, without],
    text: (moment, ...places) => {
      const at = unseen(moment, 'timestamptz');
      const [self, setOf, gameOf, card, sellerOf] = places.map((place) => unseen(place));
      const hidden = places.at(-1);
      const others = `l.status = 'active' and l.expires_at > ${at} and l.id <> ${self}`;
      // Written out: behind a place the planner would prepare for a tenth of the market.
      const { copies, row } = limits;
      const numbers = (where: string, order: string, limit: number) =>
        `array(select l.n from listing l where ${others} and ${where} order by ${order} limit ${limit})`;
      const shown = `l.seller_id <> all(${hidden}::text[])`;
      const ofOtherCards = `l.game = ${gameOf} and l.card_id is distinct from ${card} and ${shown}`;
      const newest = 'l.published_at desc, l.id desc';
      return `json_build_array(${[
        `array(select l.n ${byPrice(`${others} and l.card_id = ${card} and ${shown}`, copies)} order by ${cheapestWithPost} limit ${copies})`,
        numbers(`l.set_code = ${setOf} and ${ofOtherCards}`, newest, row),
        numbers(ofOtherCards, newest, 2 * row),
        numbers(`l.seller_id = ${sellerOf}`, 'l.created_at desc, l.id desc', row),
      ].join(', ')})`;
    },
    read: ([copies, ofSet, ofGame, fromSeller]: [number[], number[], number[], number[]]) => ({
      copies,
      similar: [...new Set([...ofSet, ...ofGame])].slice(0, limits.row),
      fromSeller,
    }),
  };
}

/** What stands there: out of the texts that searches keep, and those that are not there in one statement. */
export async function readShelves(platform: Reader, { copies, similar, fromSeller }: ShelfNumbers): Promise<ShelvesBeside> {
  return readTexts(platform, [...new Set([...copies, ...similar, ...fromSeller])], platform.clock.now(), (texts) => {
    const tiles = shared(platform.bus, 'listings.tiles', () => new Tiles());
    const read = (numbers: readonly number[]) => numbers.flatMap((n) => (texts.has(n) ? tiles.of(n, texts.get(n)!) : []));
    return { copies: read(copies), similar: read(similar), fromSeller: read(fromSeller) };
  });
}

/** Of each half: what stands on very many pages is a few hundred, a kilobyte each. */
const mostTiles = 600;

/**
 * What tiles show of the listings whose texts stood on a page lately. A text is fifty fields to read for ten that are shown, and of the same text they are the same: whoever gets them changes nothing in
 * them.
 */
class Tiles {
  #younger = new Map<number, { place: number; tile: TileFacts }>();
  #older = this.#younger;

  of(n: number, { text, place }: ListingText): TileFacts {
    const known = this.#younger.get(n);
    if (known && known.place === place) return known.tile;
    const older = this.#older.get(n);
    const tile = older && older.place === place ? older.tile : tileFacts(JSON.parse(text.toString()));
    if (place !== null) this.#younger.set(n, { place, tile });
    if (this.#younger.size >= mostTiles) [this.#older, this.#younger] = [this.#younger, new Map()];
    return tile;
  }
}
