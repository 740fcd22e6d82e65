import { definitionOf } from '#features/tiers/index.server.ts';
import { notAllowed } from '#kernel/refusal.ts';
import type { Asker } from '#platform/http/costly-reads.ts';
import type { Platform } from '#platform/platform.ts';
import { catalogueRefusals } from '../contract.ts';

/** How many are told of to whom may not see them. */
export const mostNotified = 1_000;

/** What is found, to say how many of it: `card matches`, `cards match`. */
export interface FoundWords {
  one: string;
  many: string;
}

/**
 * Refuses whose tier has no advanced search: 403 `tier_limit`, saying how many it would find. `howMany` counts up to
 * one more than is told, from the asker's own budget.
 */
export async function requireAdvancedSearch(
  { db }: Pick<Platform, 'db'>,
  { actor }: Asker,
  words: FoundWords,
  howMany: () => Promise<number>,
): Promise<void> {
  if (actor && (await definitionOf(db, actor.id)).hasAdvancedSearch) return;
  throw notAllowed(
    `${inWords(await howMany(), words)} Advanced search comes with Premium.`,
    catalogueRefusals.tierLimit,
  );
}

function inWords(n: number, { one, many }: FoundWords): string {
  if (n > mostNotified) return `More than ${mostNotified.toLocaleString('en')} ${many}.`;
  if (n === 0) return `No ${one} right now.`;
  return n === 1 ? `1 ${one}.` : `${n.toLocaleString('en')} ${many}.`;
}
