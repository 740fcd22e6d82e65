import { releaseYears, setMarks } from '#features/catalogue/index.server.ts';
import type { SearchTerm, SearchTree } from '#features/catalogue/language.ts';
import { copyFlags } from '#features/catalogue/words.ts';
import { destinationsSql, sendsFromSql, shippingChanged } from '#features/shipping/index.server.ts';
import { weakMemo } from '#kernel/weak-memo.ts';
import type { NewEvent } from '#platform/outbox/events.ts';
import type { Platform } from '#platform/platform.ts';
import { listingChanged, listingsCreated } from '../../model/listing.events.ts';
import type { ListingSearch, MatchedCards } from '../listing-search.ts';
import { companySql, gradeSql, photoSql } from '../sql/copy-facts-sql.ts';
import { nearStatement } from '../sql/search-sql.server.ts';
import { type IndexedListing, ListingTable } from './listing-table.ts';
import {
  all,
  canCompile,
  compile,
  notOfSellers,
  ofSellers,
  type Predicate,
  type SearchContext,
  withWords,
} from './predicates.ts';
import { scan } from './scan.ts';

type Reader = Pick<Platform, 'pool' | 'db' | 'bus' | 'log'>;

/** Rows of one read, while loading and afterwards: other requests run between two reads. */
const loadedAtOnce = 2_000;
const changedAtOnce = 250;
/** How often to poll for new listings without an event (an import in another process). */
const pollMs = 3_000;
/** So many entries of dictionaries that no listing has any more are not worth loading all listings again. */
const unusedEntries = 100_000;

/**
 * Answers from the process's in-memory table. Null while the table is loading, while the process is disconnected from
 * the events of others, and for texts that only the database compares.
 */
export function embeddedSearch(platform: Reader): ListingSearch {
  return {
    async find({ filters, cards, ...request }) {
      const { advanced, seller, minRating, withoutSellers } = filters;
      if (!platform.bus.isConnected || !isLoaded(platform) || (advanced && !canCompile(advanced))) return null;
      const context = advanced && (await readContext(platform, advanced, request.now));
      const rated = minRating === null ? null : await readRated(platform, minRating);
      const near = cards && (await currentTable(platform)).freeTexts > 0 ? await readNear(platform, cards) : [];
      const table = await currentTable(platform);
      // Nothing waits from here on: a row is good until the table changes.
      const conditions: Predicate[] = [];
      if (context) conditions.push(compile(advanced, table, context));
      if (seller !== null) conditions.push(ofSellers(table, [seller]));
      if (rated) conditions.push(ofSellers(table, rated));
      if (withoutSellers) conditions.push(notOfSellers(table, withoutSellers));
      const predicate = conditions.length > 0 ? all(conditions) : null;
      const words = cards && cards.words.length > 0 ? withWords(table, cards.words) : null;
      const criteria = cards && { cards: cards.named, near: new Map(near), words };
      return { ...scan(table, { ...request, filters, predicate, sought: criteria }), approximate: false };
    },
  };
}

async function readContext(platform: Reader, tree: SearchTree, now: Date): Promise<SearchContext> {
  const terms = termsOf(tree);
  const has = (...keys: readonly string[]) => terms.some(({ key }) => keys.includes(key));
  const names = terms.flatMap(({ key, values }) => (key === 'seller' ? values.map((name) => name.toLowerCase()) : []));
  const text = `select username_key, uid from username_registry where status = 'active' and username_key = any($1)`;
  const named = { name: 'listings-sellers-named', text, values: [names] };
  const [sets, years, { rows }] = await Promise.all([
    has('set', 'n') ? setMarks(platform) : [],
    has('year') ? releaseYears(platform) : new Map<string, number>(),
    has('seller') ? platform.pool.query<{ username_key: string; uid: string }>(named) : { rows: [] },
  ]);
  return { sets, years, sellers: new Map(rows.map(({ username_key, uid }) => [username_key, uid])), now };
}

function termsOf(tree: SearchTree): SearchTerm[] {
  if (tree.kind === 'term') return [tree];
  if (tree.kind === 'words') return [];
  return tree.kind === 'not' ? termsOf(tree.of) : tree.of.flatMap(termsOf);
}

/** Listings of cards in free text that are like the words: number and rank. Only the database knows likeness. */
async function readNear({ pool }: Reader, cards: MatchedCards): Promise<[n: number, rank: number][]> {
  return (await pool.query<{ n: number; rank: number }>(nearStatement(cards))).rows.map(({ n, rank }) => [n, rank]);
}

/** Sellers with this rating or a better one: ratings change with each review, so no listing of the table has them. */
async function readRated({ pool }: Reader, minRating: number): Promise<string[]> {
  const text = 'select user_id from profile where rating >= $1';
  const { rows } = await pool.query<{ user_id: string }>({ name: 'search-rated', text, values: [minRating] });
  return rows.map(({ user_id }) => user_id);
}

/** The table as it is read from the first number on, and again with each change since. */
interface Loading {
  readonly table: ListingTable;
  /** The highest number that was read. */
  newest: number;
  isLoaded: boolean;
  loaded: Promise<void>;
}

interface Index {
  /**
   * Null where the next search has to begin. After a gap in the events, and where dictionaries are too large, all is
   * loaded again.
   */
  loading: Loading | null;
  /** Listings that have changed since they were last read. */
  changed: Set<string>;
  /** Sellers whose shipping has changed: each of their listings is read again. */
  sellers: Set<string>;
  polledAt: number;
  refreshing: Promise<void>;
}

const indexOf = weakMemo(openIndex);

function openIndex(bus: Platform['bus']): Index {
  const index: Index = {
    loading: null,
    changed: new Set(),
    sellers: new Set(),
    polledAt: 0,
    refreshing: Promise.resolve(),
  };
  const onEvents = (events: readonly NewEvent[]) => {
    for (const { kind, subject, data } of events) {
      if (kind === listingChanged.kind) index.changed.add(subject);
      if (kind === shippingChanged.kind) index.sellers.add(subject);
      if (kind === listingsCreated.kind) for (const id of listingsCreated.data.parse(data).live) index.changed.add(id);
    }
  };
  bus.onCommit(onEvents);
  // Events of this process were applied at their commit.
  bus.onPublished((_, updates) => onEvents(updates));
  bus.onGap(() => {
    index.loading = null;
  });
  return index;
}

/** The table with every change announced so far. */
export async function currentTable(platform: Reader): Promise<ListingTable> {
  const index = indexOf(platform.bus);
  for (;;) {
    index.loading ??= beginLoading(platform, index);
    const { loading } = index;
    await loading.loaded;
    // One refresh at a time; a change that comes while one runs is read by the next.
    const refreshed = index.refreshing.then(() => refresh(platform, index, loading));
    index.refreshing = refreshed.catch(() => {});
    await refreshed;
    if (index.loading !== loading) continue;
    const { table } = loading;
    if (table.largestDictionary > 2 * table.size + unusedEntries) index.loading = null;
    return table;
  }
}

/** Whether the table is loaded. Otherwise starts to load it. */
function isLoaded(platform: Reader): boolean {
  const index = indexOf(platform.bus);
  if (!index.loading)
    currentTable(platform).catch((error) => platform.log.warn('the search table could not be loaded', { error }));
  return index.loading?.isLoaded ?? false;
}

function beginLoading(platform: Reader, index: Index): Loading {
  const loading: Loading = { table: new ListingTable(), newest: 0, isLoaded: false, loaded: Promise.resolve() };
  loading.loaded = load(platform, index, loading).catch((error) => {
    if (index.loading === loading) {
      index.loading = null;
      throw error;
    }
  });
  return loading;
}

async function load(platform: Reader, index: Index, loading: Loading): Promise<void> {
  while ((await readNewer(platform, loading, loadedAtOnce)) === loadedAtOnce) if (index.loading !== loading) return;
  loading.isLoaded = true;
}

async function refresh(platform: Reader, index: Index, loading: Loading): Promise<void> {
  const isDue = index.changed.size + index.sellers.size > 0 || performance.now() - index.polledAt > pollMs;
  if (index.loading !== loading || !isDue) return;
  index.polledAt = performance.now();
  const ids = [...index.changed];
  const sellers = [...index.sellers];
  index.changed.clear();
  index.sellers.clear();
  try {
    // What is newer is read as it is since the change.
    const before = loading.newest;
    while ((await readNewer(platform, loading, changedAtOnce)) === changedAtOnce);
    const text = `select ${columns} from listing l where l.id = any($1) and l.n <= $2`;
    for (let from = 0; from < ids.length; from += changedAtOnce) {
      const values = [ids.slice(from, from + changedAtOnce), before];
      const { rows } = await platform.pool.query<Row>({ name: 'search-changed', text, values });
      take(loading.table, rows);
    }
    for (const seller of sellers) await readSeller(platform, loading, seller);
  } catch (error) {
    for (const id of ids) index.changed.add(id);
    for (const seller of sellers) index.sellers.add(seller);
    throw error;
  }
}

/** All that a seller has for sale, by number. */
async function readSeller({ pool }: Reader, { table, newest }: Loading, seller: string): Promise<void> {
  const text = `select ${columns} from listing l where l.seller_id = $1 and l.status = 'active' and l.n > $2 and l.n <= $3 order by l.n limit ${changedAtOnce}`;
  for (let after = 0; ; ) {
    const { rows } = await pool.query<Row>({ name: 'search-of-seller', text, values: [seller, after, newest] });
    take(table, rows);
    const last = rows.at(-1);
    if (last === undefined || rows.length < changedAtOnce) return;
    after = last.n;
  }
}

async function readNewer({ pool }: Reader, loading: Loading, limit: number): Promise<number> {
  const text = `select ${columns} from listing l where l.n > $1 order by l.n limit $2`;
  const { rows } = await pool.query<Row>({ name: 'search-newer', text, values: [loading.newest, limit] });
  take(loading.table, rows);
  loading.newest = rows.at(-1)?.n ?? loading.newest;
  return rows.length;
}

type Row = Omit<IndexedListing, 'publishedAt' | 'expiresAt'> & {
  status: string;
  publishedAt: number | null;
  expiresAt: number | null;
};

const micros = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint`;
const gradeNumber = `case when jsonb_typeof(l.grading -> 'grade') = 'number' then l.grading ->> 'grade' else '' end`;
const columns = `l.n, l.id, l.card_id as card, l.game, l.set_code as set, l.set_name as "setName", l.rarity, l.condition, l.finish, l.language, l.graded,
  ${companySql} as company, ${gradeSql} as grade, ${photoSql} as photo,
  l.accepts_offers as "acceptsOffers", l.edition, ${sendsFromSql} as "shipsFrom", ${destinationsSql} as "shipsTo", ${copyFlags.map((flag) => `l.${flag}`).join(', ')}, l.price_rank as price, l.seller_id as seller, l.name, l.title,
  array_to_string(l.words, ' ') as words, l.number, l.status, ${micros('l.published_at')} as "publishedAt", ${micros('l.expires_at')} as "expiresAt",
  case when l.grading is not null then coalesce(lower(l.grading ->> 'company'), '') || E'\\n' || ${gradeNumber} end as grading`;

function take(table: ListingTable, rows: readonly Row[]): void {
  for (const { status, publishedAt, expiresAt, ...listing } of rows) {
    if (status !== 'active' || publishedAt === null || expiresAt === null) table.remove(listing.n);
    else table.put({ ...listing, publishedAt, expiresAt });
  }
}
