export type ConditionKey = 'mint' | 'near_mint' | 'excellent' | 'good' | 'light_played' | 'played' | 'poor' | 'unknown';

export interface ConditionWords {
  key: ConditionKey;
  long: string;
  short: string;
  /** The part of the class and token names that carries its colour. */
  tone: string;
  /** One sentence that a person can grade by. */
  means: string;
}

/** Best to worst; unknown last, and never counted as "or better". */
export const conditionWords: readonly ConditionWords[] = [
  { key: 'mint', long: 'Mint', short: 'M', tone: 'mint', means: 'As it left the pack: no mark found even under a strong light.' },
  { key: 'near_mint', long: 'Near mint', short: 'NM', tone: 'nm', means: 'Looks unplayed; one or two faint specks that you have to search for.' },
  {
    key: 'excellent',
    long: 'Excellent',
    short: 'EX',
    tone: 'ex',
    means: 'Light white specks on an edge or corner, a faint scratch; nothing seen at arm’s length.',
  },
  { key: 'good', long: 'Good', short: 'GD', tone: 'gd', means: 'Wear seen at once on edges or surface, but no crease.' },
  {
    key: 'light_played',
    long: 'Light played',
    short: 'LP',
    tone: 'lp',
    means: 'Whitened edges all round, scratches or a little dirt; flat and whole.',
  },
  { key: 'played', long: 'Played', short: 'PL', tone: 'pl', means: 'Heavy wear: rounded corners, deep scratches or a small crease.' },
  { key: 'poor', long: 'Poor', short: 'PO', tone: 'po', means: 'Damaged: creased, bent, torn, wet, written on or altered.' },
  { key: 'unknown', long: 'Unknown', short: '?', tone: 'un', means: 'The seller has not said. Ask before you buy.' },
];

const byKey = new Map<string, ConditionWords>(conditionWords.map((words) => [words.key.replace('_', ''), words]));
const unknown = conditionWords[conditionWords.length - 1]!;

/** The condition of any spelling (`near mint`, `near-mint`, `near_mint`, `Near Mint`); whatever is not one of them is unknown (UI-09). */
export function readCondition(value: string | null | undefined): ConditionWords {
  return byKey.get((value ?? '').toLowerCase().replace(/[\s_-]+/g, '')) ?? unknown;
}
