import type { Platform } from '#platform/platform.ts';
import { type TileFacts, tileFacts } from '../components/listing-words.ts';
import type { Listing } from '../contract.ts';
import { presentListing } from '../read/listing.present.server.ts';
import { asOf, listingRows } from '../read/listing.queries.server.ts';
import { byPrice, cheapestWithPost } from '../search/sql/total-rank.server.ts';

export interface RelatedCarousels {
  /** Other copies of the same card, the cheapest with post first. */
  copies: TileFacts[];
  /** Listings related to this one: of the same set, else of the same game; newest first, never the same card. */
  similar: TileFacts[];
  /** More from its seller, newest first. */
  fromSeller: TileFacts[];
}

interface Limits {
  copies: number;
  /** Of each other row. */
  row: number;
}

/**
 * A value hidden from the planner: with a visible one PostgreSQL plans this statement for each page, at three times the
 * cost of running it. Each carousel is a walk along an index in its own order, whatever the values are.
 */
const unseen = (parameter: string, type = 'text') => `(select ${parameter}::${type})`;

const at = unseen('$1', 'timestamptz');
const [self, ofSet, ofGame, ofCard, ofSeller] = ['$2', '$3', '$4', '$5', '$6'].map((parameter) => unseen(parameter));
const others = `l.status = 'active' and l.expires_at > ${at} and l.id <> ${self}`;
const shown = 'l.seller_id <> all($7::text[])';
const otherCards = `l.game = ${ofGame} and l.card_id is distinct from ${ofCard} and ${shown}`;
const newest = 'l.published_at desc, l.id desc';

const ids = (where: string, order: string, limit: number) =>
  `array(select l.id from listing l where ${others} and ${where} order by ${order} limit ${limit})`;

// The limits are literals: with parameters PostgreSQL would estimate a tenth of the table.
const statement = ({ copies, row }: Limits) => ({
  name: `listings-shelves-${copies}-${row}`,
  text: `select
    array(select l.id ${byPrice(`${others} and l.card_id = ${ofCard} and ${shown}`, copies)} order by ${cheapestWithPost} limit ${copies}) as copies,
    ${ids(`l.set_code = ${ofSet} and ${otherCards}`, newest, row)} as "ofSet",
    ${ids(otherCards, newest, 2 * row)} as "ofGame",
    ${ids(`l.seller_id = ${ofSeller}`, 'l.created_at desc, l.id desc', row)} as "fromSeller"`,
});

type CarouselIds = Record<'copies' | 'ofSet' | 'ofGame' | 'fromSeller', string[]>;

/**
 * The carousels on a listing's page. `without`: sellers whose listings the viewer does not see; their listings do not
 * fill a carousel.
 */
export async function findCarousels(
  { pool, clock }: Pick<Platform, 'pool' | 'clock'>,
  listing: Pick<Listing, 'id' | 'game' | 'setCode' | 'catalogueCardId' | 'seller'>,
  limits: Limits,
  without: readonly string[] = [],
): Promise<RelatedCarousels> {
  const now = clock.now();
  const { id, setCode, game, catalogueCardId, seller } = listing;
  const values = [now, id, setCode, game, catalogueCardId, seller.id, without];
  const { rows: found } = await pool.query<CarouselIds>({ ...statement(limits), values });
  const {
    copies,
    ofSet: sameSet,
    ofGame: sameGame,
    fromSeller,
  } = found[0] ?? { copies: [], ofSet: [], ofGame: [], fromSeller: [] };
  const similar = [...new Set([...sameSet, ...sameGame])].slice(0, limits.row);
  const rows = await listingRows(pool)([...new Set([...copies, ...similar, ...fromSeller])]);
  // Another process may have sold one since.
  const live = [...rows.values()].filter((row) => asOf(row, now).status === 'active');
  const tiles = new Map(live.map((row) => [row.id, tileFacts(presentListing(row, null, now))]));
  const tilesOf = (some: readonly string[]) => some.flatMap((each) => tiles.get(each) ?? []);
  return { copies: tilesOf(copies), similar: tilesOf(similar), fromSeller: tilesOf(fromSeller) };
}
