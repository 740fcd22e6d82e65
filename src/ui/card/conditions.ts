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
  { key: 'mint', long: 'Mint', short: 'M', tone: 'mint' },
  { key: 'near_mint', long: 'Near mint', short: 'NM', tone: 'nm' },
  { key: 'excellent', long: 'Excellent', short: 'EX', tone: 'ex' },
  { key: 'good', long: 'Good', short: 'GD', tone: 'gd' },
  { key: 'light_played', long: 'Light played', short: 'LP', tone: 'lp' },
  { key: 'played', long: 'Played', short: 'PL', tone: 'pl' },
  { key: 'poor', long: 'Poor', short: 'PO', tone: 'po' },
  { key: 'unknown', long: 'Unknown', short: '?', tone: 'un' },
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
