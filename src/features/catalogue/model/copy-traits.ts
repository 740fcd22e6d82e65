/** What makes a copy different goods from a plain copy of the same printing. Pure, for browser and server. */
export const editionNames = { first: '1st Edition', unlimited: 'Unlimited', shadowless: 'Shadowless' } as const;
export type Edition = keyof typeof editionNames;
export const editions = Object.keys(editionNames) as [Edition, ...Edition[]];
/** Buyers expect it where nothing is said. */
export const ordinaryEdition: Edition = 'unlimited';

export const copyFlagNames = { signed: 'Signed', altered: 'Altered', misprint: 'Misprint' } as const;
export type CopyFlag = keyof typeof copyFlagNames;
export const copyFlags = Object.keys(copyFlagNames) as [CopyFlag, ...CopyFlag[]];

export type CopyTraits = { edition: Edition | null } & Record<CopyFlag, boolean>;

/** Copies read from records that are older than these fields lack them. */
type MaybeTraits = { edition?: Edition | null | undefined } & Partial<Record<CopyFlag, boolean | undefined>>;

/** The traits of anything that has them; what is missing is not said. */
export function traitsOf({
  edition = null,
  signed = false,
  altered = false,
  misprint = false,
}: MaybeTraits): CopyTraits {
  return { edition, signed, altered, misprint };
}

/** `['1st Edition', 'Signed']`, in the order in which they are always shown; empty for a copy that has none. */
export function traitNames(copy: MaybeTraits): string[] {
  const flags = copyFlags.filter((flag) => copy[flag]).map((flag) => copyFlagNames[flag]);
  return copy.edition ? [editionNames[copy.edition], ...flags] : flags;
}

/**
 * Whether it sells at the price of a plain copy: not signed, altered or misprinted, and of the ordinary edition or
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
