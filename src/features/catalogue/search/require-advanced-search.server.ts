import { definitionOf } from '#features/tiers/index.server.ts';
import { formatNumber, plural } from '#kernel/format.ts';
import { notAllowed } from '#kernel/refusal.ts';
import type { Caller } from '#platform/http/costly-reads.ts';
import type { Platform } from '#platform/platform.ts';
import { catalogueRefusals } from '../contract.ts';

/** The maximum of the count in a refusal. */
export const mostNotified = 1_000;

/** What an advanced search would find. */
const foundTexts = {
  cards: {
    none: 'No cards match right now. Advanced search is part of Premium.',
    some: {
      one: '# card matches. Advanced search is part of Premium.',
      other: '# cards match. Advanced search is part of Premium.',
    },
    most: (n: string) => `More than ${n} cards match. Advanced search is part of Premium.`,
  },
  listings: {
    none: 'No listings match right now. Advanced search is part of Premium.',
    some: {
      one: '# listing matches. Advanced search is part of Premium.',
      other: '# listings match. Advanced search is part of Premium.',
    },
    most: (n: string) => `More than ${n} listings match. Advanced search is part of Premium.`,
  },
  wantedPosts: {
    none: 'No wanted posts match right now. Advanced search is part of Premium.',
    some: {
      one: '# wanted post matches. Advanced search is part of Premium.',
      other: '# wanted posts match. Advanced search is part of Premium.',
    },
    most: (n: string) => `More than ${n} wanted posts match. Advanced search is part of Premium.`,
  },
};
type FoundKind = keyof typeof foundTexts;

/**
 * Refuses a tier without advanced search: 403 `tier_limit`, with the number of matches. `howMany` counts up to one more
 * than is shown, within the caller's own rate limit.
 */
export async function requireAdvancedSearch(
  { db }: Pick<Platform, 'db'>,
  { actor }: Caller,
  kind: FoundKind,
  howMany: () => Promise<number>,
): Promise<void> {
  if (actor && (await definitionOf(db, actor.id)).hasAdvancedSearch) return;
  throw notAllowed(foundText(kind, await howMany()), catalogueRefusals.tierLimit);
}

function foundText(kind: FoundKind, n: number): string {
  const { none, some, most } = foundTexts[kind];
  if (n > mostNotified) return most(formatNumber(mostNotified));
  return n === 0 ? none : plural(n, some);
}
