import { conditionNames } from '#kernel/specified-texts.ts';

export type ConditionKey = 'mint' | 'near_mint' | 'excellent' | 'good' | 'light_played' | 'played' | 'poor' | 'unknown';

export interface ConditionWords {
  key: ConditionKey;
  long: string;
  short: string;
  /** The part of the class and token names that carries its colour. */
  tone: string;
}

/** Best to worst; unknown last, and never counted as "or better". */
export const conditionWords: readonly ConditionWords[] = [
  { key: 'mint', long: conditionNames.mint, short: 'M', tone: 'mint' },
  { key: 'near_mint', long: conditionNames.near_mint, short: 'NM', tone: 'nm' },
  { key: 'excellent', long: conditionNames.excellent, short: 'EX', tone: 'ex' },
  { key: 'good', long: conditionNames.good, short: 'GD', tone: 'gd' },
  { key: 'light_played', long: conditionNames.light_played, short: 'LP', tone: 'lp' },
  { key: 'played', long: conditionNames.played, short: 'PL', tone: 'pl' },
  { key: 'poor', long: conditionNames.poor, short: 'PO', tone: 'po' },
  { key: 'unknown', long: conditionNames.unknown, short: '?', tone: 'un' },
];

const byKey = new Map<string, ConditionWords>(conditionWords.map((words) => [words.key.replace('_', ''), words]));
const unknown = conditionWords[conditionWords.length - 1]!;

/**
 * The condition of any spelling (`near mint`, `near-mint`, `near_mint`, `Near Mint`); whatever is not one of them is
 * unknown (UI-09).
 */
export function readCondition(value: string | null | undefined): ConditionWords {
  return byKey.get((value ?? '').toLowerCase().replace(/[\s_-]+/g, '')) ?? unknown;
}
