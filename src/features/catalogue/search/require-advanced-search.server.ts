import { definitionOf } from '#features/tiers/index.server.ts';
import { formatNumber } from '#kernel/format.ts';
import { notAllowed } from '#kernel/refusal.ts';
import type { Caller } from '#platform/http/costly-reads.ts';
import type { Platform } from '#platform/platform.ts';
import { catalogueRefusals } from '../contract.ts';

/** The maximum of the count in a refusal. */
export const mostNotified = 1_000;

/** What is found, to say how many of it: `card matches`, `cards match`. */
export interface FoundWords {
  one: string;
  many: string;
}

/**
 * Refuses a tier without advanced search: 403 `tier_limit`, with the number of matches. `howMany` counts up to one more
 * than is shown, within the caller's own rate limit.
 */
export async function requireAdvancedSearch(
  { db }: Pick<Platform, 'db'>,
  { actor }: Caller,
  words: FoundWords,
  howMany: () => Promise<number>,
): Promise<void> {
  if (actor && (await definitionOf(db, actor.id)).hasAdvancedSearch) return;
  throw notAllowed(
    `${inWords(await howMany(), words)} Advanced search is part of Premium.`,
    catalogueRefusals.tierLimit,
  );
}

function inWords(n: number, { one, many }: FoundWords): string {
  if (n > mostNotified) return `More than ${formatNumber(mostNotified)} ${many}.`;
  if (n === 0) return `No ${one} right now.`;
  return n === 1 ? `1 ${one}.` : `${formatNumber(n)} ${many}.`;
}
