import type { Listing } from './contract.ts';
import type { SellersField } from './listing.present.server.ts';

/** The JSON of a value that may be none. */
const orNull = (value: string) => `coalesce(to_json(${value}), 'null')`;
/** As `toISOString` says it. */
const moment = (column: string) => `coalesce(to_char(${column} at time zone 'UTC', '\\"YYYY-MM-DD"T"HH24:MI:SS.MS"Z"\\"'), 'null')`;

/** Words of a short list of ours, and ids: nothing in them would have to be escaped. */
const plain = (value: string) => ({ plain: value });
type Value = string | { plain: string };

/** `concat` puts out each part as it is, in one go: what makes JSON of a row by itself looks up the type of each field for each row. */
function object(fields: Readonly<Record<string, Value>>): string {
  const parts: string[] = [];
  let before = '{';
  for (const [name, value] of Object.entries(fields)) {
    const isPlain = typeof value !== 'string';
    parts.push(`'${before}"${name}":${isPlain ? '"' : ''}'`, isPlain ? value.plain : value);
    before = isPlain ? '",' : ',';
  }
  return `concat(${parts.join(', ')}, '${before.slice(0, -1)}}')`;
}

const facts = {
  game: plain('l.game'),
  setCode: orNull('l.set_code'),
  setName: orNull('l.set_name'),
  number: orNull('l.number'),
  name: 'to_json(l.name)',
  rarity: orNull('l.rarity'),
};

const away = object({ from: moment('a.starts_at'), to: moment('a.ends_at'), note: orNull('a.note') });

const fields: Record<Exclude<keyof Listing, SellersField>, Value> = {
  id: plain('l.id'),
  title: 'to_json(l.title)',
  seller: object({
    id: plain('l.seller_id'),
    username: `coalesce(to_json(p.username), '"Deleted member"')`,
    avatarUrl: orNull('coalesce(p.avatar_url, p.photo_url)'),
    rating: orNull('p.rating'),
    totalSales: 'coalesce(p.total_sales, 0)',
    tier: plain(`coalesce(p.account_tier, 'free')`),
  }),
  catalogueCardId: orNull('l.card_id'),
  card: `case when l.card_id is null then 'null' else ${object({ id: plain('l.card_id'), ...facts, finishes: 'to_json(l.card_finishes)' })} end`,
  ...facts,
  condition: plain('l.condition'),
  finish: orNull('l.finish'),
  language: plain('l.language'),
  edition: orNull('l.edition'),
  signed: 'to_json(l.signed)',
  altered: 'to_json(l.altered)',
  misprint: 'to_json(l.misprint)',
  playset: `'false'`,
  grading: orNull('l.grading'),
  checklist: orNull('l.checklist'),
  quantity: 'l.quantity',
  quantityAvailable: 'l.quantity - l.quantity_held - l.quantity_sold',
  price: object({ amount: 'l.price_amount', currency: plain('l.currency') }),
  description: orNull('l.description'),
  acceptsOffers: 'to_json(l.accepts_offers)',
  shipping: 'l.shipping',
  // All of one for sale are handed out, and all of one's own.
  photos: 'l.photos',
  tier: plain('l.tier'),
  status: plain('l.status'),
  version: 'l.version',
  createdAt: moment('l.created_at'),
  updatedAt: moment('l.updated_at'),
  publishedAt: moment('l.published_at'),
  expiresAt: moment('l.expires_at'),
  favoriteCount: 'l.favorite_count',
  viewCount: 'coalesce(v.views, 0)',
  sellerAway: `case when a.starts_at <= $2 and $2 < a.ends_at then ${away} else 'null' end`,
  sellerKind: plain(`coalesce(p.seller_kind, 'private')`),
};

/**
 * A listing for sale as everybody reads it at the moment `$2`, put into JSON by the database: what `presentListing` makes of its row. In a large market hardly any of a page's is kept, and fifty columns of each that the driver
 * reads, that become an object and then words again were a half of what a search cost the one thread that answers.
 */
export const listingJson = object(fields);
