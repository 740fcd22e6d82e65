import { keyOfWant, type WantCriteria } from '#features/wanted/index.server.ts';
import type { WantListLineRow } from '../model/want-list.tables.ts';

type CriteriaRow = Pick<
  WantListLineRow,
  'cardId' | 'game' | 'name' | 'anyPrinting' | 'lowestCondition' | 'language' | 'finish'
>;

/** The rules' form of a line. A list has no price limit. */
export function criteriaOf({ cardId, game, name, ...terms }: CriteriaRow, ownerId: string): WantCriteria {
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

/** The key in the index of lines. */
export const wantKey = (line: CriteriaRow): string => keyOfWant(criteriaOf(line, ''));
