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
  /** What a value may be, to end `… is not a …`. */
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

/** What players call a game for short. */
const gameInitials: Readonly<Record<string, string>> = {
  mtg: 'magic',
  ptcg: 'pokemon',
  ygo: 'yugioh',
  optcg: 'onepiece',
};

function readGame(value: string): string | null {
  const key = value.toLowerCase();
  if (Object.hasOwn(gameInitials, key)) return gameInitials[key] ?? null;
  for (const [id, name] of Object.entries(gameNames)) {
    const label = name.toLowerCase();
    if (
      id === key ||
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
  listings: 'copies for sale',
  cards: 'cards of the catalogue',
  wants: 'wanted posts',
};

const isWords = ['graded', 'offers', 'foil', ...copyFlags, ...editions] as const;

export const searchKeys: Readonly<Record<SearchKey, KeyRules>> = {
  game: {
    also: [],
    compares: false,
    of: everywhere,
    what: 'The game',
    example: 'game:pokemon',
    allowed: `game; write ${Object.keys(gameNames).join(', ')}`,
    values: Object.keys(gameNames),
    read: readGame,
  },
  set: {
    also: [],
    compares: false,
    of: everywhere,
    what: 'The set, by its code or words of its name',
    example: 'set:"base set"',
    allowed: 'set of up to 80 characters',
    read: text(80),
  },
  n: {
    also: ['no', 'number'],
    compares: false,
    of: everywhere,
    what: 'The number on the card, with or without the number of cards in its set',
    example: 'n:4/102',
    allowed: 'number of up to 24 characters',
    read: text(24),
  },
  name: {
    also: [],
    compares: false,
    of: everywhere,
    what: 'Part of the card’s name or the listing’s title',
    example: 'name:charizard',
    allowed: 'name of up to 80 characters',
    read: text(80),
  },
  rarity: {
    also: [],
    compares: false,
    of: everywhere,
    what: 'The rarity',
    example: 'rarity:"secret rare"',
    allowed: 'rarity of up to 60 characters',
    read: text(60),
  },
  year: {
    also: [],
    compares: true,
    of: everywhere,
    what: 'The year in which the card came out, where the catalogue knows it',
    example: 'year<=1999',
    allowed: 'year; write four digits such as 1999',
    read: readYear,
  },
  cond: {
    also: ['condition'],
    compares: true,
    of: copies,
    what: 'The condition; more is better, and an unknown one is neither better nor worse',
    example: 'cond>=nm',
    allowed: `condition; write ${conditions.join(', ')}, or nm, ex, gd, lp, pl, po`,
    values: conditions,
    read: (value) => parseCondition(value),
  },
  finish: {
    also: [],
    compares: false,
    of: everywhere,
    what: 'The finish',
    example: 'finish:holo',
    allowed: `finish; write ${finishes.join(', ')}`,
    values: finishes,
    read: readFinish,
  },
  lang: {
    also: ['language'],
    compares: false,
    of: everywhere,
    what: 'The language',
    example: 'lang:en,de',
    allowed: `language; write ${languages.join(', ')}`,
    values: languages,
    read: (value) => parseLanguage(value),
  },
  edition: {
    also: [],
    compares: false,
    of: sale,
    what: 'The edition, where the seller named it',
    example: 'edition:first',
    allowed: `edition; write ${editions.join(', ')}`,
    values: editions,
    read: parseEdition,
  },
  company: {
    also: [],
    compares: false,
    of: sale,
    what: 'Who graded it',
    example: 'company:psa',
    allowed: `grading company; write ${gradingCompanies.join(', ')}`,
    values: gradingCompanies.map((company) => company.toLowerCase()),
    read: (value) => parseGradingCompany(value)?.toLowerCase() ?? null,
  },
  grade: {
    also: [],
    compares: true,
    of: sale,
    what: 'The grade, from 1 to 10 in halves',
    example: 'grade>=9',
    allowed: 'grade; write a number from 1 to 10 in halves, such as 9.5',
    read: readGrade,
  },
  price: {
    also: [],
    compares: true,
    of: copies,
    what: 'The price of one copy in US dollars; other currencies are compared at fixed rates',
    example: 'price<50',
    allowed: 'price; write an amount such as 50 or 12.50',
    read: readPrice,
  },
  seller: {
    also: [],
    compares: false,
    of: sale,
    what: 'The seller’s name',
    example: 'seller:moonbinder',
    allowed: 'name of up to 40 characters',
    read: text(40),
  },
  listed: {
    also: [],
    compares: true,
    of: copies,
    what: 'How long it has been for sale, in hours, days, weeks, months or years: h, d, w, m, y',
    example: 'listed<7d',
    allowed: 'time; write a number with h, d, w, m or y, such as 7d',
    read: readAge,
  },
  is: {
    also: [],
    compares: false,
    of: sale,
    what: `graded: in a graded holder. offers: takes offers. foil: any finish that shines. ${copyFlags.join(', ')}; first, unlimited, shadowless: the edition`,
    example: 'is:offers',
    allowed: `word for is; write ${isWords.join(', ')}`,
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
