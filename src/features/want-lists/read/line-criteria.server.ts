import { keyOfWant, type WantCriteria } from '#features/wanted/index.server.ts';
import type { WantListLineRow } from '../model/want-list.tables.ts';

type Said = Pick<
  WantListLineRow,
  'cardId' | 'game' | 'name' | 'anyPrinting' | 'lowestCondition' | 'language' | 'finish'
>;

/** A line as the rules of `wanted` compare it. A list names no price: whoever keeps it sees what there is. */
export function criteriaOf({ cardId, game, name, ...terms }: Said, ownerId: string): WantCriteria {
  const { anyPrinting, lowestCondition, language, finish } = terms;
  return {
    ownerId,
    game,
    card: { id: cardId, name },
    anyPrinting,
    words: [],
    lowestCondition,
    language,
    finish,
    highestPrice: null,
    withPostage: false,
  };
}

/** What the index of lines keeps of it. */
export const wantKey = (line: Said): string => keyOfWant(criteriaOf(line, ''));
