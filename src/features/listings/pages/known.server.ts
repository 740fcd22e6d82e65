import { holdsAll, searchCards, searchSets, setAddress } from '#features/catalogue/index.server.ts';
import { cardTitle } from '#features/catalogue/words.ts';
import { minuteMs } from '#kernel/time.ts';
import { type ReadThroughOptions, readThrough } from '#platform/cache/read-through.ts';
import type { Platform } from '#platform/platform.ts';
import { offersOfCards } from '../carousels/listing.carousels.server.ts';
import type { Known } from '../components/browse/nothing-found.tsx';
import { countOf, gameName } from '../components/listing-words.ts';
import type { ListingFilters } from '../contract.ts';
import { hiddenSellers } from '../search/hidden-sellers.server.ts';

export const nothingKnown: Known = { sets: [], cards: [] };

const most = { sets: 3, candidates: 60, cards: 5 };

type Found = { sets: Awaited<ReturnType<typeof searchSets>>; cards: Awaited<ReturnType<typeof searchCards>>['cards'] };
/** Cached, since the same query repeats; the catalogue changes only with an import. */
const ofCatalogue: ReadThroughOptions<Found> = {
  forMs: minuteMs,
  tags: () => [],
  bytes: ({ sets, cards }) => 200 + sets.length * 300 + cards.length * 600,
};

/**
 * Sets and cards that a search may mean, and what each card is to be had for: another filter than the words may be what
 * hides its copies.
 */
export async function knownInCatalogue(
  platform: Platform,
  { q, game }: ListingFilters,
  viewerId: string | null,
): Promise<Known> {
  const search = { q: q ?? '', game: game[0] };
  const { sets, cards } = await readThrough(platform, `known ${JSON.stringify(search)}`, ofCatalogue, async () => {
    const [found, { cards }] = await Promise.all([
      searchSets(platform, { ...search, limit: most.sets }),
      searchCards(platform, { ...search, limit: most.candidates }),
    ]);
    const whole = cards.filter(({ score }) => score >= holdsAll);
    return { sets: found, cards: whole.length > 0 ? whole : cards };
  });
  const offers = await offersOfCards(
    platform,
    cards.map(({ id }) => id),
    await hiddenSellers(platform, viewerId),
  );
  // As among the suggestions: cards with copies for sale first.
  const shown = [...cards.filter(({ id }) => offers.has(id)), ...cards.filter(({ id }) => !offers.has(id))];
  return {
    sets: sets.map(({ game: of, setCode, setName, releaseDate, cards: count }) => ({
      to: setAddress(of, setCode),
      name: setName,
      line: [gameName(of), releaseDate?.slice(0, 4), countOf(count, 'card')].filter(Boolean).join(' · '),
    })),
    cards: shown.slice(0, most.cards).map(({ id, name, ...printing }) => ({
      id,
      name,
      line: cardTitle(printing),
      from: offers.get(id)?.lowest ?? null,
    })),
  };
}
