import { raritySpellings, resolveQuery, searchWords } from '#features/catalogue/index.server.ts';
import { hiddenFrom } from '#features/messages/index.server.ts';
import { pageOf } from '#kernel/paging.ts';
import { remember } from '#platform/cache/remember.ts';
import { type Asker, readCostly, readQuick } from '#platform/http/costly-reads.ts';
import { inOneBlock } from '#platform/http/give-back.ts';
import type { Platform } from '#platform/platform.ts';
import type { ListingFilters, ListingPage, ListingQuery } from './contract.ts';
import type { FacetResult } from './facets.server.ts';
import type { FoundItem } from './found-item.server.ts';
import { requireAdvancedListings } from './require-advanced-search.server.ts';
import { searchBySql } from './search-by-sql.server.ts';
import { knowsInMemory, searchInMemory } from './search-memory.server.ts';
import type { SoughtCards } from './search-sql.server.ts';
import { tagsOfListing } from './text-store.ts';

type Reader = Pick<Platform, 'pool' | 'db' | 'clock' | 'cache' | 'log' | 'bus' | 'limits'>;

/** A page of listings, as it is sent and kept. */
export interface FoundPage {
  /** Its JSON as bytes. */
  body: Buffer<ArrayBuffer>;
  /** Topics of what stands on it: most pages are kept for nobody, and need none. */
  tags(): readonly string[];
  /** When the first of it ends. */
  endsAtMs: number;
}

/** Longer than any page is looked at before it is asked for again, shorter than anybody would wait for another process's news. */
const keepMs = 5_000;

/**
 * Listings for sale that fit, a page at a time, with counts. Everybody sees the same listings but those who block or are blocked, so the answer is kept until an event says that
 * one of them, or what could be among them, has changed: a sold copy is gone from the very next answer.
 */
export async function searchListings(platform: Reader, asker: Asker, query: ListingQuery): Promise<ListingPage> {
  return readFound(await findPage(platform, asker, query));
}

/** The page that `pageBy` has put into words. */
export function readFound({ body }: FoundPage): ListingPage {
  return JSON.parse(body.toString()) as ListingPage;
}

async function findPage(platform: Reader, asker: Asker, asked: ListingQuery): Promise<FoundPage> {
  const hidden = await hiddenFrom(platform, asker.actor?.id ?? null);
  const spelled = asked.rarity.length > 0 ? { ...asked, rarity: everySpelling(asked.rarity) } : asked;
  const query = hidden.size > 0 ? { ...spelled, withoutSellers: [...hidden].sort() } : spelled;
  if (query.advanced) await requireAdvancedListings(platform, asker, query, seek);
  const now = platform.clock.now();
  // A member does not wait for what a visitor stands in line for.
  const key = `page ${asker.actor ? 'member' : 'visitor'} ${JSON.stringify(query)}`;
  const kept = {
    forMs: ({ endsAtMs }: FoundPage) => Math.min(keepMs, endsAtMs - platform.clock.now().getTime()),
    tags: (page: FoundPage) => page.tags(),
    bytes: (page: FoundPage) => page.body.byteLength + page.tags().length * 8 + key.length * 2 + 500,
  };
  return await remember(platform, key, kept, () => readPage(platform, asker, query, now));
}

/** A rarity's word means all that is stored of it. */
export function everySpelling(rarities: readonly string[]): string[] {
  return [...new Set(rarities.flatMap(raritySpellings))].sort();
}

/** What a way to search answers: the page in the order asked for, one more where there is a next one, and the counts. */
export interface FoundListings extends FacetResult {
  items: FoundItem[];
  /** Whether there may be more than were counted. */
  approximate: boolean;
}

/**
 * The port of finding: one search, whose words the catalogue has read (`sought` is null where there are none), asked at `now`. What is found is given to `use`, which waits for nothing: its texts lie where
 * they are kept. It has two adapters, `searchInMemory`, which answers null where it cannot, and `searchBySql`; `search-ways.test.ts` holds both to the same answers.
 */
export type FindListings<None extends null> = <T>(
  platform: Reader,
  query: ListingQuery,
  sought: SoughtCards | null,
  now: Date,
  use: (found: FoundListings) => T,
) => Promise<T | None>;

async function readPage(platform: Reader, asker: Asker, query: ListingQuery, now: Date): Promise<FoundPage> {
  const quick = knowsInMemory(platform, query) ? await readQuick(platform, asker, () => pageBy(searchInMemory, platform, query, now)) : null;
  return quick ?? (await readCostly(platform, asker, () => pageBy(searchBySql, platform, query, now)));
}

const opening = Buffer.from('{"items":[');
const comma = Buffer.from(',');

/** One page by one of the two ways; null where that way cannot answer. */
export async function pageBy<None extends null>(
  find: FindListings<None>,
  platform: Reader,
  query: ListingQuery,
  now: Date,
): Promise<FoundPage | None> {
  const sought = await seek(platform, query);
  return find(platform, query, sought?.cards ?? null, now, (found) => composed(query, sought, found));
}

function composed(query: ListingQuery, sought: Read | null, found: FoundListings): FoundPage {
  const { items, nextCursor } = pageOf(found.items, query.limit, ({ key }) => [query.sort, ...key]);
  const { total, approximate, facets, withoutFilter } = found;
  const rest = JSON.stringify({
    nextCursor,
    total,
    approximate,
    facets,
    withoutFilter,
    didYouMean: sought?.didYouMean ?? null,
    leftOut: sought?.leftOut ?? [],
  });
  return {
    body: inOneBlock([opening, ...items.flatMap(({ text }, i) => (i === 0 ? [text] : [comma, text])), `],${rest.slice(1)}`]),
    tags: tagsOf(
      query,
      items.map(({ id, sellerId }) => ({ id, sellerId })),
    ),
    endsAtMs: Math.min(...items.map(({ endsAtMs }) => endsAtMs)),
  };
}

interface Read {
  cards: SoughtCards;
  didYouMean: string | null;
  leftOut: string[];
}

/** The catalogue reads the words: it knows names, sets, numbers and how they are misspelt. Null where nothing is sought by words. */
export async function seek(platform: Reader, { q, game }: ListingFilters): Promise<Read | null> {
  if (q === null) return null;
  const [only] = game.length === 1 ? game : [];
  const resolved = await resolveQuery(platform, q, only && only !== 'other' ? { game: only } : {});
  const { cards, complete, words, didYouMean, unheld } = resolved;
  return { cards: { named: cards, text: searchWords(q).join(' '), words: complete ? [] : words }, didYouMean, leftOut: unheld };
}

/** What could come onto this page tells `listings`, of one game or of one seller where the page is about those; what is on it tells by itself. */
function tagsOf({ seller, game }: ListingQuery, items: readonly Pick<FoundItem, 'id' | 'sellerId'>[]): () => readonly string[] {
  return () => {
    const tags = new Set<string>(items.flatMap(({ id, sellerId }) => tagsOfListing(id, sellerId)));
    if (seller !== null) tags.add(`seller:${seller}`);
    else if (game.length > 0) for (const each of game) tags.add(`listings:${each}`);
    else tags.add('listings');
    return [...tags];
  };
}
