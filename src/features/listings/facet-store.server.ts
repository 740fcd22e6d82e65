import { setTimeout as pause } from 'node:timers/promises';
import { secondOfId } from '#kernel/ids.ts';
import type { NewEvent } from '#platform/outbox/events.ts';
import type { Platform } from '#platform/platform.ts';
import { shared } from '#platform/shared.ts';
import { takingTurns } from '#platform/turns.ts';
import { arranged } from './arranged.ts';
import { FacetColumns } from './facet-columns.ts';
import { listingChanged, listingsBegun } from './listing.events.ts';

type Reader = Pick<Platform, 'pool' | 'bus' | 'log'>;

/** Rows read at a time, while loading and afterwards: between two reads other requests get their turn. */
const batch = 2_000;
const changedAtOnce = 250;
/** New listings that no event told of (another process whose news is late, an import by the operator) are looked for this often. */
const lookMs = 3_000;

/**
 * All that is for sale, as it was read from the first number on and again with each change since. After a gap in what was heard another is begun:
 * nobody answers from the former then, and what changes is read into the other alone.
 */
interface Reading {
  readonly columns: FacetColumns;
  /** The highest number that was read. */
  newest: number;
  isWhole: boolean;
  /** Until then the columns are arranged, and nobody but the reading itself may write into them. */
  whole: Promise<void>;
}

interface Store {
  /** The last that was begun; null where the next search is to begin one. */
  reading: Reading | null;
  /** Listings that have changed since they were last read. */
  dirty: Set<string>;
  lookedAt: number;
  /** Grows with each change, so that what was counted before is known to be old. */
  revision: number;
  refreshing: Promise<void> | null;
}

/** So many texts or issues of former listings are not worth a reading of all. */
const textsLeft = 100_000;

/** A title is read where it says more than its card; one that card, set and number make is most of what a start would read. */
const columnsRead = `n, card_id, game, set_code, set_name, rarity, condition, finish, language, graded, accepts_offers, price_rank,
  extract(epoch from expires_at)::bigint, extract(epoch from published_at)::bigint, status, seller_id, name, nullif(title, concat_ws(' · ', name, set_name, number)), number,
  case when grading is not null then coalesce(lower(grading ->> 'company'), '') || E'\\n' || case when jsonb_typeof(grading -> 'grade') = 'number' then grading ->> 'grade' else '' end end, id`;
type Row = [
  number,
  string | null,
  string,
  string | null,
  string | null,
  string | null,
  string,
  string | null,
  string,
  boolean,
  boolean,
  number,
  number | null,
  number | null,
  string,
  string,
  string,
  string | null,
  string | null,
  string | null,
  string,
];

/**
 * Every listing for sale as columns in memory, as the database has them now: loaded with the first search (a second for 200,000), and afterwards
 * whatever an event names is read again before anything is counted. So the counts are those of this moment in the process that made the change.
 */
export async function facetColumns(platform: Reader): Promise<{ columns: FacetColumns; revision: number }> {
  const store = storeOf(platform);
  for (;;) {
    store.reading ??= begin(platform, store);
    const { reading } = store;
    await reading.whole;
    await readChanges(platform, store, reading);
    // Another was begun meanwhile: this one does not hear of changes any more.
    if (store.reading !== reading) continue;
    forgetTexts(store, reading);
    return { columns: reading.columns, revision: store.revision };
  }
}

async function readChanges(platform: Reader, store: Store, reading: Reading): Promise<void> {
  const now = performance.now();
  if (store.dirty.size > 0 || now - store.lookedAt > lookMs) {
    store.lookedAt = now;
    // One refresh at a time; whoever comes while it runs needs the one after, for their own change may have missed it.
    const refreshing = (store.refreshing ?? Promise.resolve()).then(() => refresh(platform, store, reading));
    // Others wait for its end, whatever it is; what went wrong is told to this caller, and the next one reads again.
    const ended = refreshing
      .catch(() => {})
      .then(() => {
        if (store.refreshing === ended) store.refreshing = null;
      });
    store.refreshing = ended;
    await refreshing;
  } else if (store.refreshing) {
    await store.refreshing;
  }
}

/** Whether the columns hold all that is for sale by then: a start reads a large market for seconds, and nobody should wait for its counts so long. */
export async function columnsWithin(platform: Reader, ms: number): Promise<boolean> {
  const store = storeOf(platform);
  if (store.reading?.isWhole) return true;
  const timer = new AbortController();
  const late = pause(ms, false, { signal: timer.signal }).catch(() => false);
  // What goes wrong while they are read is told to whoever waits for them.
  const there = facetColumns(platform).then(
    () => true,
    () => true,
  );
  const isThere = await Promise.race([there, late]);
  timer.abort();
  return isThere;
}

/** Whether the columns hold all that is for sale and hear of every change: false while they are read, and in a process that does not hear the others. */
export function areColumnsCurrent(platform: Reader): boolean {
  return platform.bus.hears && storeOf(platform).reading?.isWhole === true;
}

function storeOf(platform: Reader): Store {
  return shared(platform.bus, 'listings.facets', () => openStore(platform));
}

function openStore(platform: Reader): Store {
  const store: Store = {
    reading: null,
    dirty: new Set(),
    lookedAt: 0,
    revision: 0,
    refreshing: null,
  };
  const onEvents = (events: readonly NewEvent[]) => {
    for (const { kind, subject, data } of events) {
      if (kind === listingChanged.kind) store.dirty.add(subject);
      if (kind === listingsBegun.kind) for (const id of listingsBegun.data.parse(data).live) store.dirty.add(id);
    }
  };
  // What began here was told of at its commit: a file's thousands need not be read twice.
  platform.bus.onCommit(onEvents);
  platform.bus.onPublished((_, news) => onEvents(news));
  platform.bus.onGap(() => {
    store.reading = null;
  });
  return store;
}

function begin(platform: Reader, store: Store): Reading {
  const reading: Reading = { columns: new FacetColumns(), newest: 0, isWhole: false, whole: Promise.resolve() };
  // What was counted in the one before is old even where this one finds nothing.
  store.revision++;
  reading.whole = load(platform, store, reading).catch((error) => {
    if (store.reading !== reading) return;
    store.reading = null;
    throw error;
  });
  return reading;
}

/** Left where it is once another is to be begun, which whoever waits for this one does. */
async function load(platform: Reader, store: Store, reading: Reading): Promise<void> {
  for (let read = batch; read === batch; ) {
    read = await readNewer(platform, store, reading, batch);
    if (store.reading !== reading) return;
  }
  const isTurn = takingTurns();
  for (const steps = arranged(reading.columns); !steps.next().done; ) {
    await isTurn();
    if (store.reading !== reading) return;
  }
  reading.isWhole = true;
}

async function refresh(platform: Reader, store: Store, reading: Reading): Promise<void> {
  // What has changed is for the reading that is to come, which may have read it before it changed.
  if (store.reading !== reading) return;
  const ids = [...store.dirty];
  store.dirty.clear();
  try {
    const before = reading.newest;
    while ((await readNewer(platform, store, reading, changedAtOnce)) === changedAtOnce);
    // What is newer has just been read, as it is since the change.
    const text = `select ${columnsRead} from listing where id = any($1) and n <= $2`;
    for (let from = 0; from < ids.length; from += changedAtOnce) {
      const values = [ids.slice(from, from + changedAtOnce), before];
      const { rows } = await platform.pool.query<Row>({ name: 'facets-changed', text, values, rowMode: 'array' });
      take(store, reading, rows);
    }
  } catch (error) {
    for (const id of ids) store.dirty.add(id);
    throw error;
  }
}

/** Texts and issues of what is for sale no more stay among the columns': before they are most of them, all is read anew. */
function forgetTexts(store: Store, { columns: { names, issues, size } }: Reading): void {
  if (Math.max(names.size, issues.size) > 2 * size + textsLeft) store.reading = null;
}

async function readNewer(platform: Reader, store: Store, reading: Reading, limit: number): Promise<number> {
  const text = `select ${columnsRead} from listing where n > $1 order by n limit $2`;
  const { rows } = await platform.pool.query<Row>({ name: 'facets-newer', text, values: [reading.newest, limit], rowMode: 'array' });
  take(store, reading, rows);
  reading.newest = rows.at(-1)?.[0] ?? reading.newest;
  return rows.length;
}

function take(store: Store, { columns }: Reading, rows: readonly Row[]): void {
  if (rows.length > 0) store.revision++;
  for (const row of rows) {
    const [
      n,
      card,
      game,
      set,
      setName,
      rarity,
      condition,
      finish,
      language,
      isGraded,
      acceptsOffers,
      priceRank,
      expiresAt,
      publishedAt,
      status,
      ...own
    ] = row;
    const [seller, name, title, number, grading, id] = own;
    if (status !== 'active' || expiresAt === null || publishedAt === null) {
      columns.remove(n);
      continue;
    }
    const facts = { game, set, setName, rarity, condition, finish, language, isGraded, acceptsOffers, priceRank };
    columns.put({ n, card, ...facts, expiresAt, publishedAt, seller, name, title, number, grading, made: secondOfId(id) });
  }
}
