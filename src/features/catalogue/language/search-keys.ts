import { conditionFacts } from '#kernel/cards/conditions.ts';
import { gameFacts } from '#kernel/cards/games.ts';
import { formatList } from '#kernel/format.ts';
import { parseMoney, shortDecimalOf } from '#kernel/numbers/money.ts';
import {
  conditions,
  copyFlags,
  editions,
  finishes,
  finishNames,
  gameNames,
  gradingCompanies,
  languages,
  parseCondition,
  parseEdition,
  parseGrade,
  parseGradingCompany,
  parseLanguage,
} from '../words.ts';
import type { SearchKey, SearchPlace } from './search-tree.ts';

/** One key of the search language: the parser, the help and the form read this table. */
export interface KeyRules {
  /** Other spellings of the key. */
  also: readonly string[];
  /** Whether `<`, `<=`, `>` and `>=` mean something. */
  compares: boolean;
  /** What it can be said of. */
  of: readonly SearchPlace[];
  what: string;
  example: string;
  /** How to enter a valid value: one sentence. */
  allowed: string;
  /** What can be offered while one types, where it is a list. */
  values?: readonly string[];
  /** A value as it is stored, or null. */
  read(value: string): string | null;
}

const text = (max: number) => (value: string) => {
  const line = value.trim().replace(/\s+/g, ' ');
  return line !== '' && line.length <= max ? line : null;
};
const oneOf = (known: readonly string[]) => (value: string) =>
  known.find((each) => each === value.toLowerCase()) ?? null;

function readGame(value: string): string | null {
  const key = value.toLowerCase();
  for (const [id, { name, initials }] of Object.entries(gameFacts)) {
    const label = name.toLowerCase();
    if (
      id === key ||
      initials === key ||
      label === key ||
      label.startsWith(`${key}:`) ||
      label.normalize('NFKD').replace(/\p{M}/gu, '') === key
    )
      return id;
  }
  return null;
}

function readFinish(value: string): string | null {
  const key = value.toLowerCase().replaceAll('-', ' ');
  return (
    finishes.find((finish) => finish.replaceAll('-', ' ') === key || finishNames[finish].toLowerCase() === key) ?? null
  );
}

function readPrice(value: string): string | null {
  // Other currencies are compared at fixed rates: an amount in one of them would be read as another amount.
  const minor = parseMoney(value, 'USD');
  return minor === null || minor > 100_000_000_000 ? null : shortDecimalOf(minor);
}

function readGrade(value: string): string | null {
  const grade = parseGrade(value);
  return typeof grade === 'number' ? String(grade) : null;
}
const readYear = (value: string) => (/^(19|20)\d\d$/.test(value) ? value : null);
const readAge = (value: string) => (/^[1-9]\d{0,2}[hdwmy]$/i.test(value) ? value.toLowerCase() : null);
const everywhere: readonly SearchPlace[] = ['listings', 'cards', 'wants'];
const copies: readonly SearchPlace[] = ['listings', 'wants'];
const sale: readonly SearchPlace[] = ['listings'];
export const placeNames: Readonly<Record<SearchPlace, string>> = {
  listings: 'listings',
  cards: 'cards',
  wants: 'wanted posts',
};

/** Without `m` and `?`. */
const shortConditions = conditions
  .map((condition) => conditionFacts[condition].short.toLowerCase())
  .filter((short) => short.length > 1);

const isWords = ['graded', 'offers', 'foil', ...copyFlags, ...editions] as const;

export const searchKeys: Readonly<Record<SearchKey, KeyRules>> = {
  game: {
    also: [],
    compares: false,
    of: everywhere,
    what: 'Game',
    example: 'game:pokemon',
    allowed: `Enter ${formatList(Object.keys(gameNames), 'or')}.`,
    values: Object.keys(gameNames),
    read: readGame,
  },
  set: {
    also: [],
    compares: false,
    of: everywhere,
    what: 'Set, by code or name',
    example: 'set:"base set"',
    allowed: 'Enter at most 80 characters.',
    read: text(80),
  },
  n: {
    also: ['no', 'number'],
    compares: false,
    of: everywhere,
    what: 'Number on the card, with or without the set total',
    example: 'n:4/102',
    allowed: 'Enter at most 24 characters.',
    read: text(24),
  },
  name: {
    also: [],
    compares: false,
    of: everywhere,
    what: 'Part of the card’s name or the listing’s title',
    example: 'name:charizard',
    allowed: 'Enter at most 80 characters.',
    read: text(80),
  },
  rarity: {
    also: [],
    compares: false,
    of: everywhere,
    what: 'Rarity',
    example: 'rarity:"secret rare"',
    allowed: 'Enter at most 60 characters.',
    read: text(60),
  },
  year: {
    also: [],
    compares: true,
    of: everywhere,
    what: 'Year of release, if known',
    example: 'year<=1999',
    allowed: 'Enter a year, for example 1999.',
    read: readYear,
  },
  cond: {
    also: ['condition'],
    compares: true,
    of: copies,
    what: 'Condition. Higher is better. An unknown condition can’t be compared',
    example: 'cond>=nm',
    allowed: `Enter ${formatList([...conditions, ...shortConditions], 'or')}.`,
    values: conditions,
    read: (value) => parseCondition(value),
  },
  finish: {
    also: [],
    compares: false,
    of: everywhere,
    what: 'Finish',
    example: 'finish:holo',
    allowed: `Enter ${formatList(finishes, 'or')}.`,
    values: finishes,
    read: readFinish,
  },
  lang: {
    also: ['language'],
    compares: false,
    of: everywhere,
    what: 'Language',
    example: 'lang:en,de',
    allowed: `Enter ${formatList(languages, 'or')}.`,
    values: languages,
    read: (value) => parseLanguage(value),
  },
  edition: {
    also: [],
    compares: false,
    of: sale,
    what: 'Edition, if the seller entered it',
    example: 'edition:first',
    allowed: `Enter ${formatList(editions, 'or')}.`,
    values: editions,
    read: parseEdition,
  },
  company: {
    also: [],
    compares: false,
    of: sale,
    what: 'Grading company',
    example: 'company:psa',
    allowed: `Enter ${formatList(gradingCompanies, 'or')}.`,
    values: gradingCompanies.map((company) => company.toLowerCase()),
    read: (value) => parseGradingCompany(value)?.toLowerCase() ?? null,
  },
  grade: {
    also: [],
    compares: true,
    of: sale,
    what: 'Grade from 1 to 10, in steps of 0.5',
    example: 'grade>=9',
    allowed: 'Enter a grade from 1 to 10 in steps of 0.5, for example 9.5.',
    read: readGrade,
  },
  price: {
    also: [],
    compares: true,
    of: copies,
    what: 'Price per card in USD. Other currencies are converted at fixed rates',
    example: 'price<50',
    allowed: 'Enter a price, for example 12.50.',
    read: readPrice,
  },
  seller: {
    also: [],
    compares: false,
    of: sale,
    what: 'Seller’s username',
    example: 'seller:moonbinder',
    allowed: 'Enter at most 40 characters.',
    read: text(40),
  },
  listed: {
    also: [],
    compares: true,
    of: copies,
    what: 'Time since it was listed, in hours (h), days (d), weeks (w), months (m) or years (y)',
    example: 'listed<7d',
    allowed: 'Enter a number with h, d, w, m or y, for example 7d.',
    read: readAge,
  },
  is: {
    also: [],
    compares: false,
    of: sale,
    what: `graded: graded cards. offers: accepts offers. foil: any foil. ${copyFlags.join(', ')}. Edition: ${editions.join(', ')}`,
    example: 'is:offers',
    allowed: `Enter ${formatList(isWords, 'or')}.`,
    values: isWords,
    read: (value) => oneOf(isWords)(value) ?? parseEdition(value),
  },
};

const spellings = new Map(
  Object.entries(searchKeys).flatMap(([key, { also }]) =>
    [key, ...also].map((each) => [each, key as SearchKey] as const),
  ),
);

export function keyOf(spelling: string): SearchKey | null {
  return spellings.get(spelling.toLowerCase()) ?? null;
}

/**
 * The likely key for a misspelt one: the nearest within two letters, where it is nearer than an unrelated word would
 * be.
 */
export function nearestKey(spelling: string): string | null {
  const typed = spelling.toLowerCase();
  const [best] = [...spellings.keys()].map((key) => ({ key, far: distance(typed, key) })).sort((a, b) => a.far - b.far);
  return best && best.far <= 2 && best.far < best.key.length / 2 ? best.key : null;
}

/** Edit distance: letters inserted, deleted, changed, or swapped with the next one. */
function distance(a: string, b: string): number {
  const rows: number[][] = [];
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let i = 0; i <= a.length; i++) {
    rows.push([]);
    for (let j = 0; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const plain = i === 0 ? j : j === 0 ? i : Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      rows[i]?.push(isSwap ? Math.min(plain, at(i - 2, j - 2) + 1) : plain);
    }
  }
  return at(a.length, b.length);
}
