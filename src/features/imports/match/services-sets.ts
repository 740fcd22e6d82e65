import { fileGames, gameFacts } from '#kernel/cards/games.ts';
import { nameWords } from './names.ts';

/** Names of promo lines on services, and the words before “Black Star Promos” in the catalogue's set. */
const promoSeries: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\b(wotc|wizards)\b/, ['wizards']],
  [/\bnintendo\b/, ['nintendo']],
  [/\b(dp|dpp|diamond pearl)\b/, ['dp']],
  [/\b(hgss|hs|heartgold soulsilver)\b/, ['hgss']],
  [/\b(bw|blw|black white)\b/, ['bw']],
  [/\bxy\b/, ['xy']],
  [/\b(sm|sun moon)\b/, ['sm']],
  [/\b(swsh|sword shield)\b/, ['swsh']],
  [/\b(sv|svp|scarlet violet)\b/, ['svp']],
  [/\b(me|meg|mep|mega evolution)\b/, ['mep']],
];

/**
 * The word of the catalogue's set for a promo line: `SWSH: Sword & Shield Promo Cards` → `swsh`; null for another line.
 */
export function promoLineOf(name: string): string | null {
  const words = nameWords(name);
  if (!words.some((word) => word === 'promo' || word === 'promotional')) return null;
  const joined = words.join(' ');
  return promoSeries.find(([pattern]) => pattern.test(joined))?.[1][0] ?? null;
}

/** Promo codes of the Pokémon games: `PR-SW` and the set's own code. */
export const promoCodes: Readonly<Record<string, string>> = {
  prsw: 'swshp',
  prsm: 'smp',
  prxy: 'xyp',
  prblw: 'bwp',
  prbw: 'bwp',
  prhs: 'hgssp',
  prdpp: 'dpp',
  prdp: 'dpp',
  prnp: 'np',
  prwc: 'basep',
  prsv: 'svp',
  prme: 'mep',
};

/** Set names of services that no rule covers, with the catalogue's; both as `nameKey` writes them. */
export const otherNames: Readonly<Record<string, string>> = {
  smbaseset: 'sunandmoon',
  xybaseset: 'xy',
  bwbaseset: 'blackandwhite',
  svbaseset: 'scarletandviolet',
  swshbaseset: 'swordandshield',
  dpbaseset: 'diamondandpearl',
  expedition: 'expeditionbaseset',
  commander: 'commander2011',
  ultimatemastersboxtoppers: 'ultimateboxtopper',
  secretlairdropseries: 'secretlairdrop',
  guildsofravnicaguildkit: 'grnguildkit',
  ravnicaallegianceguildkit: 'rnaguildkit',
};

/** Words that name a game. */
export const gameWords = fileGames.flatMap((game) => gameFacts[game].words.split(' '));

/** Words around the name of a set that do not make it another set: games, series and codes of series. */
const around = new Set([
  ...gameWords,
  ...(
    'base core series expansion english ' +
    'scarlet violet sword shield sun moon black white diamond pearl platinum heartgold soulsilver mega evolution ruby sapphire ' +
    'universes beyond sv swsh sm xy bw dp hgss ex me limited unlimited revised shadowless 1st first main alpha'
  ).split(' '),
]);

/** Whether an additional word leaves the set the same. `SV2a` is a Japanese set, `SV02` an English one. */
export const isAround = (word: string) =>
  around.has(word) || /^(sv|swsh|sm|xy|bw|dp|hgss|me|op|st|eb)(pt|0|1)?\d{1,2}(pt5)?$/.test(word);

/** Words that name another product than the set. */
export const otherProduct =
  /^(promo|promotional|prerelease|launch|judge|fnm|league|staff|token|tokens|extras|commander|gallery|vault|classic|masterpiece|oversized|art|kit|energies|energy|jumbo|championship|topper|toppers|japan|japanese|korean|chinese|ocg|deck|decks|theme|blister|tin)$/;

/** Words for promo cards in the names of sets and product lines. */
export const promoWord =
  /^(promo|promotional|prerelease|launch|judge|gift|fnm|friday|rewards|gateway|wpn|league|magicfest|buy)$/;

/** The language of a set's name that is not English; null for English. */
export function foreignLanguageOf(text: string): string | null {
  if (/\bjapan(ese)?\b|\bjpn?\b|\bocg\b|日本/i.test(text)) return 'ja';
  if (/\bkorean?\b/i.test(text)) return 'ko';
  if (/\b(traditional chinese|chinese \(?t)/i.test(text)) return 'zh-hant';
  return /\b(chinese|china)\b/i.test(text) ? 'zh' : null;
}
