/** What makes a copy different goods from a plain copy of the same printing. Pure, for browser and server. */
export const editionNames = { first: '1st Edition', unlimited: 'Unlimited', shadowless: 'Shadowless' } as const;
export type Edition = keyof typeof editionNames;
export const editions = Object.keys(editionNames) as [Edition, ...Edition[]];
/** Buyers expect it where nothing is said. */
export const ordinaryEdition: Edition = 'unlimited';

interface FlagDefinition {
  /** On forms, filters and listings, and the header of its column in a file of stock. */
  name: string;
  /** The filter for copies without it. */
  negative: string;
  /** Completes “it is …”. */
  predicate: string;
  /** Stands before “cards” or “copies”. */
  adjective: string;
  /** Headers of its column in other sites' files, as `headerKey` writes them. */
  fileHeaders: RegExp;
  /** Words for yes in its column, and beside a card's name. */
  fileWords: RegExp;
}

/**
 * The yes-or-no traits of a copy, in the order in which they are shown. The key is the field of the API, the column of
 * `listing`, the filter in addresses and the word after `is:` in a search. Everything but the tables follows from here.
 */
export const copyFlagDefinitions = {
  signed: {
    name: 'Signed',
    negative: 'Not signed',
    predicate: 'signed',
    adjective: 'signed',
    fileHeaders: /^(signed|issigned|autograph|autographed|signature)$/,
    fileWords: /^(artist )?(signed|signature|autograph(ed)?|auto)$/i,
  },
  altered: {
    name: 'Altered',
    negative: 'Not altered',
    predicate: 'altered',
    adjective: 'altered',
    fileHeaders: /^(altered|isaltered|alter|alteredart|alteration)$/,
    fileWords: /^(altered|alter|altered art|alteration)$/i,
  },
  misprint: {
    name: 'Misprint',
    negative: 'No misprint',
    predicate: 'a misprint',
    adjective: 'misprinted',
    fileHeaders: /^(misprint|ismisprint|error)$/,
    fileWords: /^(misprint(ed)?|error|misprint\/error)$/i,
  },
} as const satisfies Readonly<Record<string, FlagDefinition>>;
export type CopyFlag = keyof typeof copyFlagDefinitions;
export const copyFlags = Object.keys(copyFlagDefinitions) as [CopyFlag, ...CopyFlag[]];

/** A value for each flag. */
export function eachFlag<T>(get: (flag: CopyFlag) => T): Record<CopyFlag, T> {
  return Object.fromEntries(copyFlags.map((flag) => [flag, get(flag)])) as Record<CopyFlag, T>;
}

/** The properties of the flags alone. */
export function pickFlags<T extends Record<CopyFlag, unknown>>(source: T): Pick<T, CopyFlag> {
  return eachFlag((flag) => source[flag]) as Pick<T, CopyFlag>;
}

export const copyFlagNames = eachFlag((flag) => copyFlagDefinitions[flag].name);

/** `Signed, altered, misprint`, the heading of their check boxes. */
export const copyFlagsHeading = copyFlags
  .map((flag, n) => (n === 0 ? copyFlagNames[flag] : copyFlagNames[flag].toLowerCase()))
  .join(', ');

/** `signed, altered and misprinted`, or with `or`. */
export function flagAdjectives(word: 'and' | 'or'): string {
  const type = word === 'and' ? 'conjunction' : 'disjunction';
  return new Intl.ListFormat('en-GB', { type }).format(copyFlags.map((flag) => copyFlagDefinitions[flag].adjective));
}

export type CopyTraits = { edition: Edition | null } & Record<CopyFlag, boolean>;

/** Copies read from records that are older than these fields lack them. */
type MaybeTraits = { edition?: Edition | null | undefined } & Partial<Record<CopyFlag, boolean | undefined>>;

/** The traits of anything that has them; what is missing is not said. */
export function traitsOf(copy: MaybeTraits): CopyTraits {
  return { edition: copy.edition ?? null, ...eachFlag((flag) => copy[flag] ?? false) };
}

/** `['1st Edition', 'Signed']`, in the order in which they are always shown; empty for a copy that has none. */
export function traitNames(copy: MaybeTraits): string[] {
  const flags = copyFlags.filter((flag) => copy[flag]).map((flag) => copyFlagNames[flag]);
  return copy.edition ? [editionNames[copy.edition], ...flags] : flags;
}

/**
 * Whether it sells at the price of a plain copy: without flags, and of the ordinary edition or
 * without one. Only such copies count in market prices.
 */
export function isPlainCopy(copy: MaybeTraits): boolean {
  return (copy.edition ?? ordinaryEdition) === ordinaryEdition && !copyFlags.some((flag) => copy[flag]);
}

/**
 * `isPlainCopy` as an SQL condition. `trait` gives the SQL of a trait: the edition is text, a flag boolean, both may be
 * null.
 */
export function plainCopySql(trait: (name: keyof CopyTraits) => string): string {
  const conditions = copyFlags.map((flag) => `${trait(flag)} is not true`);
  return `(coalesce(${trait('edition')}, '${ordinaryEdition}') = '${ordinaryEdition}' and ${conditions.join(' and ')})`;
}

const editionSpellings: Readonly<Record<string, Edition>> = {
  '1st': 'first',
  '1st ed': 'first',
  '1st edition': 'first',
  'first edition': 'first',
  unl: 'unlimited',
  'unlimited edition': 'unlimited',
};

/** Reads `first`, `1st Edition`, `Unlimited` …; null for what is no edition. */
export function parseEdition(text: string): Edition | null {
  const key = text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');
  return (
    editions.find((edition) => edition === key) ??
    (Object.hasOwn(editionSpellings, key) ? (editionSpellings[key] ?? null) : null)
  );
}
