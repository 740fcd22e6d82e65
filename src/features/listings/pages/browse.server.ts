import type { PlacedAd } from '#features/ads/contract.ts';
import { adFor } from '#features/ads/index.server.ts';
import type { SearchWarning } from '#features/catalogue/contract.ts';
import { parseSearch } from '#features/catalogue/language.ts';
import { findSellers } from '#features/members/index.server.ts';
import { definitionOf } from '#features/tiers/index.server.ts';
import { formatList, plural } from '#kernel/format.ts';
import { isRefusal } from '#kernel/refusal.ts';
import type { Caller } from '#platform/http/costly-reads.ts';
import type { Platform } from '#platform/platform.ts';
import { countLive } from '../carousels/listing.carousels.server.ts';
import type { AdvancedNoteProps } from '../components/browse/advanced-note.tsx';
import type { BrowseQuery } from '../components/browse/browse-address.ts';
import { resultsAtOnce, type ValueCounts, valuesAtFirst } from '../components/browse/browse-query.ts';
import type { Known } from '../components/browse/nothing-found.tsx';
import { gameName, type TileFacts, tileFacts } from '../components/listing-words.ts';
import { type FacetValue, type FoundListings, type ListingFacets, listingRefusals } from '../contract.ts';
import { favoriteIds } from '../favorites/favorites.server.ts';
import { isAdvanced } from '../language/is-advanced.ts';
import { searchOf } from '../search/browse-search.server.ts';
import type { ListingQuery } from '../search/listing.query.ts';
import { searchListings } from '../search/search-listings.server.ts';
import { searchWarnings } from '../search/search-warnings.server.ts';
import { knownInCatalogue, nothingKnown } from './known.server.ts';

export interface BrowseData {
  query: BrowseQuery;
  tiles: TileFacts[];
  liked: string[];
  viewerId: string | null;
  nextCursor: string | null;
  total: number;
  approximate: boolean;
  /** Of sets and rarities the commonest and the chosen only, unless all are requested. */
  facets: ListingFacets;
  /** How many sets and rarities there are to choose from. */
  valueCounts: ValueCounts;
  games: FacetValue[];
  /** Names of the sets that are filtered by, which may be none of those counted. */
  setNames: Record<string, string>;
  sellerName: string | null;
  didYouMean: string | null;
  /** Which words what is shown was found without, said in words. */
  leftOut: string | null;
  /** What of the search looks like an operator and is searched as keywords. */
  warnings: SearchWarning[];
  strictest: { key: string; total: number } | null;
  /** What of the catalogue the search may mean, where it finds no copy. */
  known: Known;
  isEmptyMarket: boolean;
  /** The words are a search of the language. */
  isAdvanced: boolean;
  /** Whether the search has words, which some copies fit better than others. */
  isRanked: boolean;
  /** Why an advanced search found nothing to show: it can't be read, or the plan has none. */
  advanced: AdvancedNoteProps | null;
  /**
   * Whether this page has an advertising slot for this viewer, and its content; the app's own text where there is none.
   */
  showsAds: boolean;
  ad: PlacedAd | null;
}

/** All that the browse page shows for the state in its address. Refuses a cursor that is none of ours (422). */
export async function loadBrowse(platform: Platform, caller: Caller, query: BrowseQuery): Promise<BrowseData> {
  const { actor } = caller;
  const search: ListingQuery = { ...searchOf(query), cursor: query.cursor || null, limit: resultsAtOnce };
  const { page, advanced } = await searchOrSayWhyNot(platform, caller, query, search);
  const [liked, seller, live, tier, known, warnings] = await Promise.all([
    actor
      ? favoriteIds(
          platform,
          actor.id,
          page.items.map(({ id }) => id),
        )
      : null,
    search.seller ? findSellers(platform.db, [search.seller]) : null,
    page.total === 0 && !advanced ? countLive(platform) : null,
    actor ? definitionOf(platform.db, actor.id) : null,
    page.total === 0 && query.q && !isAdvanced(query.q)
      ? knownInCatalogue(platform, search, actor?.id ?? null)
      : nothingKnown,
    searchWarnings(platform, actor, query.q),
  ]);
  const showsAds = platform.frame.adPages.includes('/browse') && (tier?.hasAds ?? true);
  const chosenGame =
    query.game && !page.facets.game.some(({ value }) => value === query.game)
      ? [{ value: query.game, label: gameName(query.game), count: 0 }]
      : [];
  return {
    query,
    tiles: page.items.map(tileFacts),
    liked: liked ? [...liked] : [],
    viewerId: actor?.id ?? null,
    nextCursor: page.nextCursor,
    total: page.total,
    approximate: page.approximate,
    facets: query.allValues ? page.facets : shortFacets(page.facets, query),
    valueCounts: { set: page.facets.set.length, rarity: page.facets.rarity.length },
    games: [...page.facets.game, ...chosenGame],
    setNames: Object.fromEntries(
      page.facets.set.filter(({ value }) => query.set.includes(value)).map(({ value, label }) => [value, label]),
    ),
    sellerName: (search.seller && seller?.get(search.seller)?.username) ?? null,
    didYouMean: page.didYouMean,
    leftOut: page.total > 0 && page.leftOut.length > 0 ? leftOutSentence(page.leftOut) : null,
    warnings,
    strictest: page.total === 0 ? strictestOf(query, page.withoutFilter) : null,
    known,
    isEmptyMarket: live?.total === 0,
    isAdvanced: isAdvanced(query.q),
    isRanked: search.q !== null,
    advanced,
    showsAds,
    ad: showsAds ? await adFor(platform, '/browse') : null,
  };
}

/**
 * Nothing was counted, so there is nothing to filter by: the figures of all listings would not belong to this search.
 */
const notSearched: FoundListings = {
  items: [],
  nextCursor: null,
  total: 0,
  approximate: false,
  facets: {
    ...{ game: [], set: [], rarity: [], condition: [], finish: [], language: [] },
    ...{ graded: [], company: [], grade: [], photo: [], shipsFrom: [], shipsTo: [], price: [] },
  },
  withoutFilter: [],
  didYouMean: null,
  leftOut: [],
};

/** The page of a search; of an advanced one that can't be read, or that the plan does not have, why there is none. */
async function searchOrSayWhyNot(
  platform: Platform,
  caller: Caller,
  query: BrowseQuery,
  search: ListingQuery,
): Promise<{ page: FoundListings; advanced: AdvancedNoteProps | null }> {
  const problem = isAdvanced(query.q) ? parseSearch(query.q).problem : null;
  if (problem) return { page: notSearched, advanced: { q: query.q, problem } };
  try {
    return { page: await searchListings(platform, caller, search), advanced: null };
  } catch (error) {
    if (!search.advanced || !isRefusal(error) || error.code !== listingRefusals.tierLimit) throw error;
    return { page: notSearched, advanced: { q: query.q, premium: error.message } };
  }
}

/** A page is for looking at cards: fifty sets and fifty rarities, each as a field, would outweigh them. */
function shortFacets(facets: ListingFacets, { set, rarity }: BrowseQuery): ListingFacets {
  const short = (values: readonly FacetValue[], chosen: readonly string[]) =>
    values.filter(({ value }, n) => n < valuesAtFirst || chosen.includes(value));
  return { ...facets, set: short(facets.set, set), rarity: short(facets.rarity, rarity) };
}

/** Of the filters that prevent matches, the one whose removal adds most, by its name on the page. */
function strictestOf(
  query: BrowseQuery,
  without: readonly { filter: string; total: number }[],
): BrowseData['strictest'] {
  const [most] = [...without].sort((a, b) => b.total - a.total);
  if (!most) return null;
  const values = (query as unknown as Record<string, unknown>)[most.filter];
  // One of several chosen values cannot be blamed alone.
  if (!Array.isArray(values) || most.filter === 'condition') return { key: most.filter, total: most.total };
  return values.length === 1 ? { key: `${most.filter}-${values[0]}`, total: most.total } : null;
}

/** Said here, as the description below is. */
function leftOutSentence(words: readonly string[]): string {
  const quoted = formatList(words.map((word) => `“${word}”`));
  return `No cards match all your keywords. Showing results without ${quoted}.`;
}

/** Said here and not in the browser, which has no need of the sentence. */
export function describe({ advanced, total }: Pick<BrowseData, 'advanced' | 'total'>): string {
  if (advanced) return 'Cards for sale from collectors and small shops, with total prices and real photos.';
  return plural(total, {
    one: '# card for sale from collectors and small shops, with total prices and real photos.',
    other: '# cards for sale from collectors and small shops, with total prices and real photos.',
  });
}
