/** Face, browser and server alike: the catalogue's spellings and what people call them. Pure, with no library behind it. */
import { traitNames } from './copy-traits.ts';

export {
  type CopyFlag,
  type CopyTraits,
  copyFlagNames,
  copyFlags,
  type Edition,
  editionNames,
  editions,
  isPlainCopy,
  parseEdition,
  traitNames,
  traitsOf,
} from './copy-traits.ts';

export const finishNames = {
  normal: 'Normal',
  reverse: 'Reverse holo',
  holo: 'Holo',
  nonfoil: 'Non-foil',
  foil: 'Foil',
  etched: 'Etched foil',
  'cold-foil': 'Cold foil',
  'rainbow-foil': 'Rainbow foil',
  'gold-cold-foil': 'Gold cold foil',
  metal: 'Metal',
  lenticular: 'Lenticular',
} as const;
export type Finish = keyof typeof finishNames;
export const finishes = Object.keys(finishNames) as [Finish, ...Finish[]];

/** An import may bring a finish that has no name yet: it stands as it is spelt. */
export function finishName(finish: string): string {
  return Object.hasOwn(finishNames, finish) ? finishNames[finish as Finish] : finish;
}

/** `Charizard · Base Set · 4`. A set and a number stand apart: number 2 of Base Set is not Base Set 2. Without a name: which printing it is. */
export function cardTitle({ name, setName, number }: { name?: string; setName: string | null; number: string | null }): string {
  return [name, setName, number].filter(Boolean).join(' · ');
}

/** `Charizard · Base Set · 4 · 1st Edition · Signed`. */
export function copyTitle(copy: Parameters<typeof cardTitle>[0] & Parameters<typeof traitNames>[0]): string {
  return [cardTitle(copy), ...traitNames(copy)].join(' · ');
}

/** Without foil or print on it: nothing that a tile needs to name. */
export function isPlainFinish(finish: string): boolean {
  return finish === 'normal' || finish === 'nonfoil';
}

/** Best to worst; `unknown` sorts last and never counts as "or better". */
export const conditions = ['mint', 'near_mint', 'excellent', 'good', 'light_played', 'played', 'poor', 'unknown'] as const;
export type Condition = (typeof conditions)[number];

export const conditionNames: Record<Condition, string> = {
  mint: 'Mint',
  near_mint: 'Near mint',
  excellent: 'Excellent',
  good: 'Good',
  light_played: 'Light played',
  played: 'Played',
  poor: 'Poor',
  unknown: 'Unknown',
};

const conditionSpellings: Record<string, Condition> = {
  m: 'mint',
  nm: 'near_mint',
  ex: 'excellent',
  gd: 'good',
  lp: 'light_played',
  lightly_played: 'light_played',
  pl: 'played',
  po: 'poor',
  '': 'unknown',
};

/** Reads any of the spellings (`near-mint`, `Near Mint`, `NM`); null when it is none of the eight. */
export function parseCondition(text: string): Condition | null {
  const key = text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  return conditions.find((condition) => condition === key) ?? conditionSpellings[key] ?? null;
}

export const languageNames = {
  en: 'English',
  ja: 'Japanese',
  de: 'German',
  fr: 'French',
  it: 'Italian',
  es: 'Spanish',
  pt: 'Portuguese',
  nl: 'Dutch',
  pl: 'Polish',
  ru: 'Russian',
  ko: 'Korean',
  zh: 'Chinese (simplified)',
  'zh-hant': 'Chinese (traditional)',
  th: 'Thai',
  id: 'Indonesian',
} as const;
export type Language = keyof typeof languageNames;
export const languages = Object.keys(languageNames) as [Language, ...Language[]];

/** Reads a code or an English name (`en`, `EN`, `English`); null for what is not on the list. */
export function parseLanguage(text: string): Language | null {
  const key = text.trim().toLowerCase();
  return languages.find((code) => code === key || languageNames[code].toLowerCase() === key) ?? null;
}

export const gameNames = {
  pokemon: 'Pokémon',
  magic: 'Magic: The Gathering',
  yugioh: 'Yu-Gi-Oh!',
  onepiece: 'One Piece',
  lorcana: 'Disney Lorcana',
  fab: 'Flesh and Blood',
  sports: 'Sports',
  other: 'Other games',
} as const;
export type ListingGame = keyof typeof gameNames;
/** The catalogue's games, and `other` for a card of a game that the catalogue does not have. */
export const listingGames = Object.keys(gameNames) as [ListingGame, ...ListingGame[]];
