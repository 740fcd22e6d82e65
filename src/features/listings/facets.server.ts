import { rarityName } from '#features/catalogue/index.server.ts';
import { finishNames } from '#features/catalogue/words.ts';
import type { Platform } from '#platform/platform.ts';
import type { FacetValue, ListingFacets, ListingFilters } from './contract.ts';
import { type Counted, countFacets, type FacetName, type FilterName, facetNames, isChosen } from './facet-count.ts';
import { facetColumns } from './facet-store.server.ts';
import { numbersOfSellers, placesWithout } from './hidden-sellers.server.ts';
import { traitFilters } from './listing.query.ts';
import { conditionNames, conditions, gameNames, languageNames } from './listing.rules.ts';
import { countMarket } from './market-count.ts';
import { priceEdges } from './price-parts.ts';
import { countStatement, guessStatement, type SoughtCards } from './search-sql.server.ts';

type Reader = Pick<Platform, 'pool' | 'clock' | 'cache' | 'log' | 'bus'>;

export interface FacetResult {
  total: number;
  facets: ListingFacets;
  /** When nothing was found: which filter, given up, would show how many. */
  withoutFilter: { filter: string; total: number }[];
}

type MarketFacets = FacetResult & { found: number[] | null };

/** A market larger than this may show counts that are a moment old: counting it takes milliseconds that no other request gets. */
export const largeMarket = 100_000;
const lateMs = 2_000;

/** Counts of the market itself from memory, with the numbers of what was found where that is little enough to be read one by one. */
export async function marketFacets(platform: Reader, filters: ListingFilters): Promise<MarketFacets> {
  const key = `facets ${JSON.stringify(filters)}`;
  const now = platform.clock.now();
  const known = await facetColumns(platform);
  const kept = platform.cache.find<{ result: MarketFacets; revision: number; atMs: number }>(key, now.getTime());
  if (kept && (kept.revision === known.revision || (known.columns.size > largeMarket && now.getTime() - kept.atMs < lateMs))) return kept.result;
  // From the columns to the counts nothing waits, so that a place stays a place: what has to be asked for a block is asked first, and the columns once more.
  const hidden = await numbersOfSellers(platform, filters.withoutSellers);
  const { columns, revision } = await facetColumns(platform);
  if (columns.prints.unheld > 0 && filters.rarity.length > 0) return { ...(await narrowFacets(platform, filters, null)), found: null };
  const [nowSeconds, few] = [Math.floor(now.getTime() / 1_000), fewFound(columns.size)];
  const counted =
    (hidden.length === 0 ? countMarket(columns, filters, nowSeconds, few)?.counted : null) ??
    countFacets(columns, filters, nowSeconds, few, placesWithout(columns, hidden));
  const found = counted.found && Array.from(counted.found, (at) => columns.n[at] as number);
  const result = { ...presentFacets(filters, counted, (code) => columns.setNames.get(code) ?? code), found };
  const bytes = 6_000 + key.length * 2 + (found?.length ?? 0) * 8;
  // By time as well: listings end without an event of that very moment.
  const expiresAtMs = now.getTime() + 10_000;
  platform.cache.keep(key, { value: { result, revision, atMs: now.getTime() }, bytes, tags: [], expiresAtMs }, platform.cache.begin());
  return result;
}

/** What there is to say while the market's columns are being read: about how many, as the database's planner estimates it, and no counts by facet. */
export async function guessedFacets(platform: Pick<Platform, 'pool' | 'clock'>, filters: ListingFilters): Promise<FacetResult> {
  const { rows } = await platform.pool.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(guessStatement(filters, platform.clock.now()));
  const total = rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
  const none = Object.fromEntries(facetNames.map((name) => [name, []])) as unknown as Counted['rows'];
  const { facets } = presentFacets(filters, { total, rows: none, without: {}, found: null }, (code) => code);
  return { total, facets: { ...facets, price: [] }, withoutFilter: [] };
}

/**
 * Below this many, reading the found listings by their numbers is cheaper than walking an index in order until a page is full: the walk looks at
 * (size ÷ found) rows for each one that it shows.
 */
function fewFound(size: number): number {
  return Math.min(3_000, Math.round(Math.sqrt(27 * size)));
}

/** Counts of what words or one seller's name narrow down: few enough for the database to count, in one statement. */
export async function narrowFacets(platform: Reader, filters: ListingFilters, sought: SoughtCards | null): Promise<FacetResult> {
  const chosen = filterNames.filter((name) => isChosen(filters, name));
  const others = new Map(chosen.map((name) => [name, leftOut(filters, name)]));
  const { rows: counts } = await platform.pool.query<CountRow>(countStatement(filters, others, sought, platform.clock.now()));
  const of = (facet: CountRow['facet']) => counts.filter((row) => row.facet === facet);
  const labels = new Map(counts.flatMap(({ value, label }) => (label ? [[value, label]] : [])));
  const rows = Object.fromEntries(
    facetNames.map((name) => [
      name,
      of(name)
        .sort((a, b) => b.n - a.n || (a.value < b.value ? -1 : 1))
        .map(({ value, n }) => ({ value, count: n })),
    ]),
  ) as Counted['rows'];
  const without = Object.fromEntries(of('without').map(({ value, n }) => [value, n]));
  return presentFacets(filters, { total: of('all')[0]?.n ?? 0, rows, without, found: null }, (code) => labels.get(code) ?? code);
}

interface CountRow {
  facet: FacetName | 'all' | 'without';
  value: string;
  label: string | null;
  n: number;
}

const filterNames: readonly FilterName[] = [...facetNames, ...traitFilters];

function leftOut(filters: ListingFilters, name: FilterName): ListingFilters {
  if (name === 'price') return { ...filters, minPrice: null, maxPrice: null };
  return { ...filters, [name]: Array.isArray(filters[name]) ? [] : null };
}

export function presentFacets(filters: ListingFilters, { total, rows, without }: Counted, labelOfSet: (code: string) => string): FacetResult {
  const names = filterNames.filter((name) => isChosen(filters, name));
  const byPart = new Map(rows.price.map((row) => [Number(row.value), row.count]));
  return {
    total,
    facets: {
      game: labelled(rows.game, gameNames),
      set: rows.set.map(({ value, count }) => ({ value, label: labelOfSet(value), count })),
      rarity: rarityRows(rows.rarity),
      condition: labelled(rows.condition, conditionNames).sort((a, b) => orderOf(a.value) - orderOf(b.value)),
      finish: labelled(rows.finish, finishNames),
      language: labelled(rows.language, languageNames),
      graded: labelled(rows.graded, { true: 'Graded', false: 'Not graded' }),
      price: [0, ...priceEdges].map((from, part) => ({ from, to: priceEdges[part] ?? null, count: byPart.get(part) ?? 0 })),
    },
    withoutFilter:
      total > 0
        ? []
        : names
            .map((filter) => ({ filter, total: without[filter] ?? 0 }))
            .filter((each) => each.total > 0)
            .sort((a, b) => b.total - a.total),
  };
}

/** One row for a word, however it is spelt. */
function rarityRows(rows: readonly { value: string; count: number }[]): FacetValue[] {
  const counts = new Map<string, number>();
  for (const { value, count } of rows) counts.set(rarityName(value), (counts.get(rarityName(value)) ?? 0) + count);
  const named = [...counts].map(([value, count]) => ({ value, label: value, count }));
  return named.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

function labelled(rows: readonly { value: string; count: number }[], names: Readonly<Record<string, string>>): FacetValue[] {
  return rows.map(({ value, count }) => ({ value, label: names[value] ?? value, count }));
}

function orderOf(condition: string): number {
  return (conditions as readonly string[]).indexOf(condition);
}
