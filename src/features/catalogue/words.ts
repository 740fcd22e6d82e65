/** Public API, browser and server: the catalogue's spellings and their readable names. Pure, without dependencies. */
import { traitNames } from './model/copy-traits.ts';

export {
  type CopyFlag,
  type CopyTraits,
  copyFlagDefinitions,
  copyFlagNames,
  copyFlags,
  copyFlagsHeading,
  type Edition,
  eachFlag,
  editionNames,
  editions,
  flagAdjectives,
  isPlainCopy,
  parseEdition,
  pickFlags,
  traitNames,
  traitsOf,
} from './model/copy-traits.ts';
export {
  findGrade,
  gradeLabels,
  gradeWords,
  gradingCompanies,
  isGradeOf,
  parseGrade,
  parseGradingCompany,
  plainGradeWords,
} from './model/grading.ts';
export { plainLetters } from './model/letters.ts';

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

/** An import may add a finish without a name: it is shown as spelt. */
export function finishName(finish: string): string {
  return Object.hasOwn(finishNames, finish) ? finishNames[finish as Finish] : finish;
}

/**
 * `Charizard · Base Set · 4`. Set and number are separate: number 2 of Base Set is not Base Set 2. Without a name:
 * which printing it is.
 */
export function cardTitle({
  name,
  setName,
  number,
}: {
  name?: string;
  setName: string | null;
  number: string | null;
}): string {
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
export const conditions = [
  'mint',
  'near_mint',
  'excellent',
  'good',
  'light_played',
  'played',
  'poor',
  'unknown',
] as const;
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

/** Other names of a condition in services, shops and among collectors: lower case, without spaces and signs. */
const conditionSpellings: Readonly<Record<Exclude<Condition, 'unknown'>, string>> = {
  mint: 'm mt',
  near_mint: 'nm nmm mnm nmmt nmmint nearmintmint nearmintorbetter nrmt',
  excellent: 'ex exc exmt exmint exnm nmex excellentmint',
  good: 'gd g vg verygood vgex',
  light_played: 'lp lightlyplayed lightplay lightlyplay slightlyplayed slightplayed slightplay sp goodlightlyplayed',
  played: 'pl moderatelyplayed moderateplayed moderateplay mediumplayed mediumplay modplayed mp fair fr',
  poor: 'po pr heavilyplayed heavyplayed heavyplay hp damaged damage dmg dam d',
};
const conditionsBySpelling = new Map<string, Condition>([
  ...conditions.map((condition) => [condition.replace('_', ''), condition] as const),
  ...Object.entries(conditionSpellings).flatMap(([condition, words]) =>
    words.split(' ').map((word) => [word, condition as Condition] as const),
  ),
  ['', 'unknown'],
]);

/**
 * Reads any of the spellings (`near-mint`, `Near Mint`, `NM/M`, `Slightly Played`); null when it is none of the eight.
 */
export function parseCondition(text: string): Condition | null {
  const key = text
    .trim()
    .toLowerCase()
    .replace(/[\s_/()]+|(?<=[a-z])-(?=[a-z ])/g, '');
  return conditionsBySpelling.get(key) ?? null;
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

/**
 * Other names of a language: codes and words of card databases, marketplaces, scanners and spreadsheets, and each
 * language's own name. Lower case, without accents, spaces and signs. `cs` and `ct` are simplified and traditional
 * Chinese on cards and in Archidekt's files.
 */
const languageSpellings: Readonly<Record<Language, string>> = {
  en: 'eng us usa uk gb englisch anglais ingles inglese 英語 英语',
  ja: 'jp jpn jap japan japanisch japonais japones giapponese 日本語 日語 日语 日文 にほんご',
  de: 'deu ger gr deutsch allemand aleman tedesco ドイツ語',
  fr: 'fra fre francais franzosisch frances francese フランス語',
  it: 'ita italiano italienisch italien イタリア語',
  es: 'sp spa esp espanol castellano spanisch espagnol spagnolo スペイン語',
  pt: 'por br pg portugues brazilian brazilianportuguese portugiesisch portugais portoghese ポルトガル語',
  nl: 'nld dut nederlands niederlandisch',
  pl: 'pol polski polnisch',
  ru: 'rus русскии russisch russe ruso russo ロシア語',
  ko: 'kr kor korea koreanisch coreen coreano 한국어 韓国語 韩语 韓語',
  zh: 'cn zhs zhcn zhhans zhsg chs chi zho sc cs ch chinese simplified simplifiedchinese schinese chinesesc chinesecn 中文 简体中文 簡体中文 简中 中国語',
  'zh-hant':
    'tw zht zhtw zhhk zhmo cht tc ct traditional traditionalchinese tchinese chinesetc chineset chinesetw hk 繁體中文 繁体中文 繁中 正體中文',
  th: 'tha thailand ไทย',
  id: 'ind idn in bahasa bahasaindonesia',
};
const letterSetOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
const languagesBySpelling = new Map<string, Language>(
  languages.flatMap((code) =>
    [code, languageNames[code], ...languageSpellings[code].split(' ')].map(
      (word) => [letterSetOf(word), code] as const,
    ),
  ),
);
languagesBySpelling.set('chineses', 'zh');

/**
 * Parses a code or a name in common spellings: `en`, `JP`, `zh_TW`, `Traditional Chinese`, `Chinese (S)`, `Portuguese
 * (Brazil)`. Null for an unsupported language.
 */
export function parseLanguage(text: string): Language | null {
  const said = text.trim();
  const whole = languagesBySpelling.get(letterSetOf(said));
  if (whole) return whole;
  // A country behind the language is ignored, except where it distinguishes the two ways of writing Chinese.
  const withoutPlace = said.replace(/\s*\([^()]*\)$|(?<=^[a-z]{2})[-_][a-z]{2}$/i, '');
  const language = withoutPlace === said ? undefined : languagesBySpelling.get(letterSetOf(withoutPlace));
  return language && !language.startsWith('zh') ? language : null;
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
