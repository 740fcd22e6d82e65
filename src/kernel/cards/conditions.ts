interface ConditionFacts {
  name: string;
  /** On tiles and in tables. */
  short: string;
  /** The part of class and token names in `src/ui/styles/conditions.css`. */
  tone: string;
  /** One sentence to grade by. */
  means: string;
  /** Scratches on generated photos, from 0 to 1. */
  wear: number;
  /** Other names in services, shops and among collectors: lower case, without spaces and signs. */
  spellings: string;
}

/**
 * The one list of conditions, best to worst; `unknown` sorts last and never counts as "or better". CONTRIBUTING.md names
 * the other files of a new one.
 */
const facts = {
  mint: {
    name: 'Mint',
    short: 'M',
    tone: 'mint',
    means: 'Pack fresh, with no visible marks even under strong light.',
    wear: 0,
    spellings: 'm mt',
  },
  near_mint: {
    name: 'Near mint',
    short: 'NM',
    tone: 'nm',
    means: 'Looks unplayed. At most two faint specks, hard to see.',
    wear: 0,
    spellings: 'nm nmm mnm nmmt nmmint nearmintmint nearmintorbetter nrmt',
  },
  excellent: {
    name: 'Excellent',
    short: 'EX',
    tone: 'ex',
    means: 'Light white specks on an edge or corner, or a faint scratch. Not visible at arm’s length.',
    wear: 0.15,
    spellings: 'ex exc exmt exmint exnm nmex excellentmint',
  },
  good: {
    name: 'Good',
    short: 'GD',
    tone: 'gd',
    means: 'Clearly visible wear on edges or surface, but no crease.',
    wear: 0.35,
    spellings: 'gd g vg verygood vgex',
  },
  light_played: {
    name: 'Light played',
    short: 'LP',
    tone: 'lp',
    means: 'White edges, scratches or light dirt. No crease or tear.',
    wear: 0.5,
    spellings: 'lp lightlyplayed lightplay lightlyplay slightlyplayed slightplayed slightplay sp goodlightlyplayed',
  },
  played: {
    name: 'Played',
    short: 'PL',
    tone: 'pl',
    means: 'Heavy wear: rounded corners, deep scratches or a small crease.',
    wear: 0.75,
    spellings: 'pl moderatelyplayed moderateplayed moderateplay mediumplayed mediumplay modplayed mp fair fr',
  },
  poor: {
    name: 'Poor',
    short: 'PO',
    tone: 'po',
    means: 'Damaged: creased, bent, torn, wet, written on or altered.',
    wear: 1,
    spellings: 'po pr heavilyplayed heavyplayed heavyplay hp damaged damage dmg dam d',
  },
  unknown: {
    name: 'Unknown',
    short: '?',
    tone: 'un',
    means: 'The seller hasn’t stated the condition. Ask before you buy.',
    wear: 0.2,
    // An empty text.
    spellings: '',
  },
} as const satisfies Readonly<Record<string, ConditionFacts>>;

export type Condition = keyof typeof facts;
export const conditions = Object.keys(facts) as [Condition, ...Condition[]];
export const conditionFacts: Readonly<Record<Condition, ConditionFacts>> = facts;
export const conditionNames = Object.fromEntries(
  conditions.map((condition) => [condition, facts[condition].name]),
) as Record<Condition, string>;

const bySpelling = new Map<string, Condition>(
  conditions.flatMap((condition) =>
    [condition.replaceAll('_', ''), ...facts[condition].spellings.split(' ')].map((word) => [word, condition] as const),
  ),
);

/** Reads any of the spellings (`near-mint`, `Near Mint`, `NM/M`, `Slightly Played`); null for other words. */
export function parseCondition(text: string): Condition | null {
  const key = text
    .trim()
    .toLowerCase()
    .replace(/[\s_/()]+|(?<=[a-z])-(?=[a-z ])/g, '');
  return bySpelling.get(key) ?? null;
}

/** As `parseCondition`; missing and other words are unknown. */
export const readCondition = (text: string | null | undefined): Condition => parseCondition(text ?? '') ?? 'unknown';

export const conditionName = (text: string | null | undefined): string => facts[readCondition(text)].name;

/** The condition and the better ones, best first. */
export const conditionsAtLeast = (lowest: Condition): Condition[] =>
  conditions.slice(0, conditions.indexOf(lowest) + 1);
