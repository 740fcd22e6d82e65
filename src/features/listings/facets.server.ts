import type { Platform } from '#platform/platform.ts';
import type { FacetValue, ListingFacets, ListingFilters } from './contract.ts';
import { conditionNames, conditions, finishNames, gameNames, languageNames } from './listing.rules.ts';
import { countedRows, countStatement, type FacetName, facetNames, priceEdges, sampleParts, type SoughtCards } from './search-sql.server.ts';

type Reader = Pick<Platform, 'pool' | 'clock' | 'cache' | 'log'>;

/** All counts of one set of filters. */
interface Counts {
  total: number;
  isSampled: boolean;
  rows: Partial<Record<FacetName, { value: string; label: string | null; n: number }[]>>;
}
interface KeptCounts {
  counts: Counts;
  begun: number;
  atMs: number;
}

/** Below so many found listings counts are always those of this moment; above, they may be older by at most `lateMs`, while they are counted anew. */
const alwaysExact = 2_000;
const lateMs = 10_000;
const recountMs = 1_000;
/** A safety net for changes that no event told of, such as another process whose connection is down. */
const keepMs = 30_000;
const flights = new WeakMap<object, Map<string, Promise<Counts>>>();

export interface FacetResult {
  total: number;
  approximate: boolean;
  facets: ListingFacets;
  withoutFilter: { filter: string; total: number }[];
}

/**
 * Counts beside a search. The counts of a filter ignore that filter's own choice, so that one can see what else could be chosen; they are
 * those of another set of filters, and are shared with whoever asks for that one.
 */
export async function facetsOf(platform: Reader, filters: ListingFilters, sought: SoughtCards | null): Promise<FacetResult> {
  const chosen = facetNames.filter((name) => isChosen(filters, name));
  const [own, ...others] = await Promise.all([filters, ...chosen.map((name) => without(filters, name))].map((each) => countsOf(platform, each, sought)));
  if (!own) throw new RangeError('a search always has counts of its own');
  const rowsOf = (name: FacetName) => {
    const at = chosen.indexOf(name);
    return (at === -1 ? own : others[at])?.rows[name] ?? [];
  };
  const withoutFilter = chosen.map((name, i) => ({ filter: name, total: others[i]?.total ?? 0 }));
  return {
    total: own.total,
    approximate: own.isSampled,
    facets: {
      game: labelled(rowsOf('game'), gameNames),
      set: rowsOf('set').map(({ value, label, n }) => ({ value, label: label ?? value, count: n })),
      rarity: labelled(rowsOf('rarity'), {}),
      condition: labelled(rowsOf('condition'), conditionNames).sort((a, b) => orderOf(a.value) - orderOf(b.value)),
      finish: labelled(rowsOf('finish'), finishNames),
      language: labelled(rowsOf('language'), languageNames),
      graded: labelled(rowsOf('graded'), { true: 'Graded', false: 'Not graded' }),
      price: histogram(rowsOf('price')),
    },
    withoutFilter: own.total > 0 ? [] : withoutFilter.filter((each) => each.total > 0).sort((a, b) => b.total - a.total),
  };
}

async function countsOf(platform: Reader, filters: ListingFilters, sought: SoughtCards | null): Promise<Counts> {
  const key = `counts ${JSON.stringify(filters)}`;
  const { cache, clock } = platform;
  const nowMs = clock.now().getTime();
  const kept = cache.find<KeptCounts>(key, nowMs);
  if (kept) {
    if (!cache.changedSince(['listing.changed'], kept.begun)) return kept.counts;
    const age = nowMs - kept.atMs;
    if (kept.counts.total > alwaysExact && age < lateMs) {
      if (age > recountMs) count(platform, key, filters, sought).catch((error) => platform.log.warn('facets could not be counted', { error: String(error) }));
      return kept.counts;
    }
  }
  return count(platform, key, filters, sought);
}

/** At most one count of the same filters at a time: whoever comes meanwhile gets its result, unless something changed after it had begun. */
function count(platform: Reader, key: string, filters: ListingFilters, sought: SoughtCards | null): Promise<Counts> {
  const { cache, clock } = platform;
  let running = flights.get(cache);
  if (!running) {
    running = new Map();
    flights.set(cache, running);
  }
  const begun = cache.begin();
  const flight = `${begun} ${key}`;
  const joined = running.get(flight);
  if (joined) return joined;
  const now = clock.now();
  const counting = read(platform, filters, sought, now)
    .then((counts) => {
      const bytes = 400 + 2 * key.length + 80 * Object.values(counts.rows).reduce((sum, rows) => sum + rows.length, 0);
      cache.keep<KeptCounts>(key, { value: { counts, begun, atMs: now.getTime() }, bytes, tags: [], expiresAtMs: now.getTime() + keepMs }, begun);
      return counts;
    })
    .finally(() => running.delete(flight));
  running.set(flight, counting);
  return counting;
}

async function read(platform: Reader, filters: ListingFilters, sought: SoughtCards | null, now: Date): Promise<Counts> {
  const whole = await run(platform, filters, sought, now, false);
  return whole.total <= countedRows ? whole : run(platform, filters, sought, now, true);
}

async function run(platform: Reader, filters: ListingFilters, sought: SoughtCards | null, now: Date, isSampled: boolean): Promise<Counts> {
  const result = await platform.pool.query<{ facet: FacetName | 'all'; value: string; label: string | null; n: number }>(countStatement(filters, sought, now, isSampled));
  const scale = isSampled ? sampleParts : 1;
  const counts: Counts = { total: 0, isSampled, rows: {} };
  for (const { facet, value, label, n } of result.rows) {
    if (facet === 'all') {
      counts.total = n * scale;
      continue;
    }
    const rows = counts.rows[facet] ?? [];
    rows.push({ value, label, n: n * scale });
    counts.rows[facet] = rows;
  }
  return counts;
}

function isChosen(filters: ListingFilters, name: FacetName): boolean {
  if (name === 'price') return filters.minPrice !== null || filters.maxPrice !== null;
  const value = filters[name];
  return Array.isArray(value) ? value.length > 0 : value !== null;
}

function without(filters: ListingFilters, name: FacetName): ListingFilters {
  if (name === 'price') return { ...filters, minPrice: null, maxPrice: null };
  return { ...filters, [name]: name === 'graded' ? null : [] };
}

function labelled(rows: { value: string; n: number }[], names: Readonly<Record<string, string>>): FacetValue[] {
  return rows.map(({ value, n }) => ({ value, label: names[value] ?? value, count: n }));
}

function orderOf(condition: string): number {
  return conditions.findIndex((known) => known === condition);
}

function histogram(rows: { value: string; n: number }[]): ListingFacets['price'] {
  const byPart = new Map(rows.map((row) => [Number(row.value), row.n]));
  return [0, ...priceEdges].map((from, part) => ({ from, to: priceEdges[part] ?? null, count: byPart.get(part) ?? 0 }));
}
