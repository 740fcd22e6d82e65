import { encodeCursor, readCursor } from '#kernel/numbers/paging.ts';
import { type Caller, readCostly } from '#platform/http/costly-reads.ts';
import type { Platform } from '#platform/platform.ts';
import type { CardPage } from '../contract.ts';
import { straighten } from '../language/straighten.ts';
import { unknownOperators } from '../language/unknown-operators.ts';
import { type CardSearch, deepestResult, searchCards } from './search-cards.server.ts';

type Reader = Pick<Platform, 'pool' | 'bus' | 'clock' | 'limits'>;

/** Without signs that no keyboard has, and what a database cannot hold. */
export function readWords(typed: string): string {
  return straighten(typed)
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ');
}

export interface CardPageSearch extends Omit<CardSearch, 'offset'> {
  limit: number;
  cursor?: string | undefined;
}

/** A page of cards that words mean, from the index in memory and one statement for its rows. */
export async function findCardPage(
  platform: Reader,
  caller: Caller,
  { cursor, ...search }: CardPageSearch,
): Promise<CardPage> {
  const offset = offsetOf(cursor);
  const { cards, didYouMean, hasMore } = await readCostly(platform, caller, () =>
    searchCards(platform, { ...search, offset }),
  );
  return {
    items: cards.map(({ score: _, ...card }) => card),
    nextCursor: cursorAfter(offset + search.limit, hasMore),
    didYouMean,
    warnings: unknownOperators(search.q),
  };
}

/** A search's cursor is how far into its results it is: their order has no key of its own. */
export function offsetOf(cursor: string | undefined): number {
  if (!cursor) return 0;
  const [offset] = readCursor(cursor, (part) =>
    Number.isInteger(part) && Number(part) >= 0 && Number(part) < deepestResult ? Number(part) : undefined,
  );
  return offset;
}

export const cursorAfter = (next: number, hasMore: boolean): string | null =>
  hasMore && next < deepestResult ? encodeCursor([next]) : null;
