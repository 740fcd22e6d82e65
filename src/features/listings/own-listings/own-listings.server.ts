import { cursorPart, pageOf, readCursor } from '#kernel/numbers/paging.ts';
import { invalid } from '#kernel/refusal.ts';
import { likePart } from '#kernel/text/like.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import type { OwnSort } from '../components/own/own-query.ts';
import type { OwnListingPage } from '../contract.ts';
import { listingPolicy } from '../model/listing.policy.ts';
import { type ListingStatus, listingStatuses } from '../model/listing.process.ts';
import { presentListing } from '../read/listing.present.server.ts';
import { asOf, type ReadRow, readColumns, readJoins } from '../read/listing.queries.server.ts';
import { countOwnListings } from './own-tally.server.ts';

interface SortKey {
  key: string;
  /** The key as the cursor holds it. */
  stored: string;
  type: 'bigint' | 'text';
  cursor: string;
  way: 'asc' | 'desc';
}

/**
 * Moments are microseconds, prices their rank. What has no time to end goes last. Creation and price have an index; by
 * the others the seller's rows are read and sorted.
 */
const sorts: Record<OwnSort, SortKey> = {
  newest: byMoment('l.created_at', 'desc'),
  oldest: byMoment('l.created_at', 'asc'),
  'price-low': byValue('l.price_rank', 'asc'),
  'price-high': byValue('l.price_rank', 'desc'),
  ending: byMoment("coalesce(l.expires_at, timestamptz '2200-01-01 00:00:00+00')", 'asc'),
  'ending-last': byMoment("coalesce(l.expires_at, timestamptz '1970-01-01 00:00:00+00')", 'desc'),
  name: byValue('lower(l.name)', 'asc', 'text'),
  'name-last': byValue('lower(l.name)', 'desc', 'text'),
  'views-low': byValue('coalesce(v.views, 0)', 'asc'),
  'views-high': byValue('coalesce(v.views, 0)', 'desc'),
  'favorites-low': byValue('l.favorite_count', 'asc'),
  'favorites-high': byValue('l.favorite_count', 'desc'),
};

function byMoment(key: string, way: SortKey['way']): SortKey {
  return {
    key,
    stored: `(extract(epoch from ${key}) * 1000000)::bigint`,
    type: 'bigint',
    cursor: "timestamptz 'epoch' + $3 * interval '1 microsecond'",
    way,
  };
}

function byValue(key: string, way: SortKey['way'], type: SortKey['type'] = 'bigint'): SortKey {
  return { key, stored: key, type, cursor: '$3', way };
}

/**
 * The text that a seller's own search matches, from a row of listings under this alias: the same expression as the
 * index `listing_own_words`, character by character.
 */
export const ownWords = (row: string) =>
  ['name', 'title', 'set_name', 'set_code', 'number', 'sku', 'place']
    .map((column) => `coalesce(${row}.${column}, '')`)
    .join(" || ' ' || ");

/** The search of one's own listings as patterns for `ownWords`. */
export const ownPatterns = (search: string): string[] => search.split(/\s+/).filter(Boolean).slice(0, 8).map(likePart);

/**
 * A statement with words has no name and so no cached plan: the best index depends on the words. Each word is a
 * condition, since no index supports `ilike all`. A single state is compared with `=`: an index holds its listings in
 * order; those of several are read and sorted.
 */
function pageStatement(sort: OwnSort, words: number, isOneState: boolean) {
  const { key, stored, type, cursor, way } = sorts[sort];
  return {
    ...(words === 0 && { name: `listings-own-sorted-${sort}${isOneState ? '-one' : ''}` }),
    text: `select ${readColumns}, ${stored} as key_0 from listing l ${readJoins}
      where l.seller_id = $1 and l.status <> 'removed' and l.status = ${isOneState ? '$2' : 'any($2)'} and ($3::${type} is null or (${key}, l.id) ${way === 'asc' ? '>' : '<'} (${cursor}, $4))
      ${Array.from({ length: words }, (_, n) => `and (${ownWords('l')}) ilike $${n + 6}`).join(' ')}
      order by ${key} ${way}, l.id ${way} limit $5`,
  };
}
const shown = listingStatuses.filter((status) => status !== 'removed');

type OwnRow = ReadRow & { key_0: number | string };

interface PageOptions {
  cursor?: string | null | undefined;
  limit: number;
  sort?: OwnSort;
  search?: string;
}

type Reader = Pick<Platform, 'pool' | 'clock'>;

/**
 * A seller's own listings in the given states (by default all but removed), newest first by default, each word of
 * `search` in card, title, set, number, SKU or storage location. Of another seller: 403.
 */
export async function listOwnListings(
  platform: Reader,
  actor: Actor,
  params: URLSearchParams,
  { cursor, limit, sort = 'newest', search = '' }: PageOptions,
): Promise<OwnListingPage> {
  const seller = params.get('seller');
  listingPolicy.check(actor, 'list what is not for sale', {
    sellerId: seller === null || seller === 'me' ? actor.id : seller,
  });
  const keyPart = sorts[sort].type === 'text' ? cursorPart.text : cursorPart.whole;
  const [at, id] = cursor ? readCursor<[string | number, string]>(cursor, keyPart, cursorPart.id) : [null, null];
  const words = ownPatterns(search);
  const states = statusesOf(params);
  const [only, ...more] = states;
  const isOneState = more.length === 0;
  const now = platform.clock.now();
  const values = [actor.id, isOneState ? only : states, at, id, limit + 1, ...words];
  const [{ rows }, counts] = await Promise.all([
    platform.pool.query<OwnRow>({ ...pageStatement(sort, words.length, isOneState), values }),
    countOwnListings(platform, actor.id),
  ]);
  const { items, nextCursor } = pageOf(rows, limit, ({ key_0, id }) => [key_0, id]);
  return { items: items.map((row) => presentListing(asOf(row, now), actor.id, now)), nextCursor, counts };
}

function statusesOf(params: URLSearchParams): readonly ListingStatus[] {
  const values = params
    .getAll('status')
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter(Boolean);
  if (values.length === 0 || values.includes('all')) return shown;
  return values.map((value) => {
    const known = shown.find((status) => status === value);
    if (!known) throw invalid({ status: `Use one of these values for status: ${shown.join(', ')} or all.` });
    return known;
  });
}
