import type { CardSet } from '../contract.ts';

/** A set as its game's page lists it. */
export interface ShelvedSet {
  setCode: string;
  setAbbr: string | null;
  setName: string;
  releaseDate: string | null;
  cards: number;
  /** Sets that came in its packs: inserts, subsets. They are listed on its own page. */
  inserts: number;
}

export interface SetCarousel {
  title: string;
  sets: ShelvedSet[];
}

/** A longer carousel does not help to find anything. */
const longestSeries = 60;

/**
 * A game's sets by era: by series where the game has handy ones, else by year. Newest first, as given; undated sets
 * last.
 */
export function shelveSets(sets: readonly CardSet[]): SetCarousel[] {
  const inserts = new Map<string, number>();
  const codes = new Set(sets.map((set) => set.setCode));
  for (const { setCode } of sets) {
    const parent = parentOf(setCode);
    if (parent && codes.has(parent)) inserts.set(parent, (inserts.get(parent) ?? 0) + 1);
  }
  const tops = sets.filter(({ setCode }) => !codes.has(parentOf(setCode) ?? ''));
  const eraOf = bySeries(tops)
    ? (set: CardSet) => set.series ?? 'Other'
    : (set: CardSet) => set.releaseDate?.slice(0, 4) ?? 'Unknown date';
  const carousels = new Map<string, ShelvedSet[]>();
  for (const set of tops) {
    const era = eraOf(set);
    const { setCode, setAbbr, setName, releaseDate, cards } = set;
    const carousel = carousels.get(era) ?? [];
    carousel.push({ setCode, setAbbr, setName, releaseDate, cards, inserts: inserts.get(setCode) ?? 0 });
    carousels.set(era, carousel);
  }
  return [...carousels].map(([title, shelved]) => ({ title, sets: shelved }));
}

/** The sets whose name or abbreviation has every word; eras without any are left out. */
export function findSets(carousels: readonly SetCarousel[], query: string): SetCarousel[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const has = ({ setName, setAbbr }: ShelvedSet) => {
    const text = `${setName} ${setAbbr ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return carousels.map(({ title, sets }) => ({ title, sets: sets.filter(has) })).filter(({ sets }) => sets.length > 0);
}

/** `1990-topps-baseball/league-leaders` came with `1990-topps-baseball`. */
export function parentOf(setCode: string): string | null {
  const slash = setCode.lastIndexOf('/');
  return slash < 0 ? null : setCode.slice(0, slash);
}

function bySeries(sets: readonly CardSet[]): boolean {
  const counts = new Map<string, number>();
  for (const { series } of sets) if (series) counts.set(series, (counts.get(series) ?? 0) + 1);
  const named = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return named >= sets.length * 0.8 && Math.max(...counts.values()) <= longestSeries;
}
