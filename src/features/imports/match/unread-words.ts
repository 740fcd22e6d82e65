import type { Printing, SetName } from '#features/catalogue/index.server.ts';
import { copyFlagDefinitions, copyFlags } from '#features/catalogue/words.ts';
import { takeEdition } from '../read/editions.ts';
import { finishInWords } from '../read/finishes.ts';
import { languageInWords } from '../read/row-values.ts';
import type { CardSaid } from './match-row.ts';
import { addedToName, nameKey, nameWords, numberKey } from './names.ts';
import { gameWords } from './services-sets.ts';

/** `extendedart` in `Sol Ring (Extended Art)`, `1st-edition` in `: 1st Edition`. */
export function isSaid(variant: string, words: string): boolean {
  const key = nameKey(variant);
  return key.length > 3 && nameKey(words).includes(key);
}

/** Words in brackets behind a card's name that match neither the printing nor another field of the row. */
export function unreadInName({ name, setName, setCode, number }: CardSaid, printing: Printing): string[] {
  const words = `${printing.name} ${setName} ${setCode}`;
  const ownNumber = numberKey(printing.number ?? '');
  return addedToName(name).filter(
    (extra) =>
      !nameKey(words).includes(nameKey(extra)) &&
      numberKey(extra) !== ownNumber &&
      !(/\d/.test(extra) && ownNumber.endsWith(numberKey(extra))) &&
      !isOfPrinting(extra, printing) &&
      !isOfCopy(extra) &&
      !(number !== '' && (versionNumber.test(extra) || isTreatmentOf(extra, printing))),
  );
}

const isOfPrinting = (extra: string, { rarity, variants }: Printing) =>
  nameKey(rarity ?? '').includes(nameKey(extra)) || variants.some((variant) => isSaid(variant, extra));

/**
 * eBay's features that the catalogue does not have for this printing. A row without a printing is checked by the seller
 * anyway.
 */
export function unreadFeatures(features: readonly string[], printing: Printing | null): string[] {
  return features.filter(
    (word) =>
      word !== '' &&
      !isOfCopy(word) &&
      !/^(regular|limited edition)$/i.test(word) &&
      !(printing === null ? anyTreatment.test(word) : isOfPrinting(word, printing) || isTreatmentOf(word, printing)),
  );
}

/** Words about the copies, which `parseCopy` reads. */
const isOfCopy = (extra: string) =>
  takeEdition(extra).rest === '' ||
  finishInWords(extra) !== null ||
  copyFlags.some((flag) => copyFlagDefinitions[flag].fileWords.test(extra));

/** Cardmarket counts the printings of one name in a set; the collector number identifies it. */
const versionNumber = /^(v\.? ?|version )\d+$/i;

const anyTreatment =
  /^((alternate|alt|full|extended|special)[\s-]?(full )?art.*|borderless.*|showcase.*|retro( frame)?.*|secret( rare)?|rainbow.*|gold|hyper rare|(special )?illustration rare|character( super)? rare|shiny.*|ultra rare|s?ar|[chsu]{1,3}r|textured)$/i;
const magicTreatment = /^(extended[\s-]?art|borderless|showcase|retro)/i;
const specialRarity = /ultra|secret|shiny|illustration|hyper|full art|classic collection|black white/i;
/** Abbreviated rarities of Yu-Gi-Oh!, Lorcana and One Piece. */
const rarityInitials: Readonly<Record<string, RegExp>> = {
  sr: /^super rare$/i,
  ur: /^ultra rare$/i,
  scr: /^secret rare$/i,
  utr: /^ultimate rare$/i,
  gr: /^(gold|ghost) rare$/i,
};

/** Whether the printing has a treatment or rarity that is in brackets. */
function isTreatmentOf(extra: string, { game, name, number, rarity, variants }: Printing): boolean {
  if (/^delta species$/i.test(extra)) return nameKey(name).includes('delta');
  if (/^(trainer|galarian) gallery$/i.test(extra)) return /^[TG]G/i.test(number ?? '');
  // Printings of collector boosters, whose treatment is not always in the catalogue.
  if (game === 'magic') return magicTreatment.test(extra) && variants.includes('boosterfun');
  if (game === 'pokemon') return anyTreatment.test(extra) && specialRarity.test(rarity ?? '');
  return rarityInitials[extra.toLowerCase()]?.test(rarity ?? '') ?? false;
}

/** Words that name another thing than the printing of that set. */
const otherThing =
  /\b(prox(y|ies)|replicas?|counterfeits?|fakes?|custom|reprints?|gold[\s-]border(ed)?|(collectors|international) edition|(\d+th )?anniversary)\b/gi;
const generalWords = new Set([...gameWords, ...'english base core expansion series'.split(' ')]);

/**
 * Words beside a set's name that the catalogue's set does not have: brackets other than its code, a year, a language
 * and an edition, and words for another product anywhere.
 */
export function unreadInSetName({ setName, setCode }: CardSaid, set: SetName): string[] {
  const own = nameKey(set.name);
  if (nameKey(setName) === own) return [];
  const codes = [set.code, set.abbr ?? '', setCode].map(nameKey).filter((code) => code !== '');
  const ownWords = new Set([...nameWords(set.name), ...generalWords]);
  const inBrackets = addedToName(setName).filter(
    (extra) =>
      !codes.includes(nameKey(extra)) &&
      !/^(19|20)\d\d$/.test(extra) &&
      languageInWords(extra) === null &&
      takeEdition(extra).rest !== '' &&
      !nameWords(extra).every((word) => ownWords.has(word)),
  );
  const outside = setName.replace(/\([^()]*\)|\[[^[\]]*\]/g, ' ').match(otherThing) ?? [];
  return [...inBrackets, ...outside.filter((word) => !own.includes(nameKey(word)))];
}
