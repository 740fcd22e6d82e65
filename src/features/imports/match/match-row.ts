import type { Printing, SetName } from '#features/catalogue/index.server.ts';
import type { Note } from '../model/note.texts.ts';
import { shortened } from '../read/row-values.ts';
import type { FoundSets } from './find-set.ts';
import { bareDigits, isNearly, nameKey, nameKeys, numberKey } from './names.ts';
import type { KnownCard, SetCards } from './set-cards.ts';
import { isSaid, unreadInName, unreadInSetName } from './unread-words.ts';

/** How a row names its card; missing parts are empty. */
export interface CardSaid {
  name: string;
  number: string;
  setName: string;
  setCode: string;
  rarity: string;
  externalId: string;
  cardmarketId: string;
  tcgplayerId: string;
}

export type Match =
  | { kind: 'sure'; printing: Printing }
  /** Never listed without a choice of the seller. */
  | { kind: 'doubtful'; candidates: Printing[]; why: Note }
  | { kind: 'none'; why: Note };

export const mostCandidates = 6;

/** Where a row's card is searched. */
export interface Places {
  steps: FoundSets;
  /** The printings of a set. */
  cardsOf: (set: SetName) => SetCards;
  /** Printings of every set by the ids of the file. */
  byIds: SetCards;
}

/**
 * The printing of a row. Sure where an id names it, or where it is the only one of its set with that number and name. A
 * printing is never guessed.
 */
export function matchRow(said: CardSaid, places: Places): Match {
  const found = findPrinting(said, places);
  if (found.kind !== 'sure') return found;
  const { printing } = found;
  const sets = places.steps.flatMap(({ sets }) => sets);
  const set = sets.find(({ game, code }) => game === printing.game && code === printing.setCode);
  const unread = [...unreadInName(said, printing), ...(set ? unreadInSetName(said, set) : [])];
  if (unread.length === 0) return found;
  return doubtful([printing], { code: 'words_unknown', params: { value: shortened(unread.join(', ')) } });
}

function findPrinting(said: CardSaid, { steps: ofFile, cardsOf, byIds }: Places): Match {
  const isById =
    said.name.trim() === '' && [said.externalId, said.cardmarketId, said.tcgplayerId].some((id) => id !== '');
  const unreadable = isById ? null : whyUnreadable(said.name);
  if (unreadable !== null) return none(unreadable);
  const names = nameKeys(said.name);
  const number = numberKey(said.number);
  const steps = ofFile.map(({ sets, doubt }) => ({ cards: sets.map(cardsOf), doubt }));
  const inSets = ofIds(
    steps.flatMap(({ cards }) => cards),
    said,
    names,
    number,
  );
  if (inSets !== null) return inSets;
  const found = isById ? null : inSteps(steps, said, number, names);
  if (found?.kind === 'sure') return found;
  const anywhere = ofIds([byIds], said, names, number);
  if (anywhere !== null) return anywhere;
  if (isById) return none(whyNoId(said));
  if (steps.length === 0) return none(whyNoSet(said));
  return (
    found ??
    nearMiss(
      steps.flatMap(({ cards }) => cards),
      said,
      names,
      number,
    )
  );
}

interface CardsStep {
  cards: SetCards[];
  doubt: Note | null;
}

/** By number and name, in the best fitting sets; null where none has such a card. */
function inSteps(
  steps: readonly CardsStep[],
  said: CardSaid,
  number: string,
  names: ReadonlySet<string>,
): Match | null {
  for (const { cards: sets, doubt } of steps) {
    const exact = sets.flatMap((cards) => ofNumberAndName(cards, number, names));
    if (exact.length === 0) continue;
    const best = narrowed(exact, said);
    return doubt === null ? decide(best, { code: 'several_printings' }) : doubtful(best, doubt);
  }
  return null;
}

function whyNoSet({ setName, setCode }: CardSaid): Note {
  if (setName !== '') return { code: 'set_unknown' };
  return setCode === ''
    ? { code: 'set_missing' }
    : { code: 'set_code_unknown', params: { value: shortened(setCode.toUpperCase()) } };
}

const whyNoId = ({ externalId, cardmarketId, tcgplayerId }: CardSaid): Note =>
  cardmarketId !== ''
    ? { code: 'cardmarket_id_unknown', params: { value: shortened(cardmarketId) } }
    : { code: 'id_unknown', params: { value: shortened(externalId || tcgplayerId) } };

/**
 * Cards with that number and name. Where a set has no such number, a card of that name whose number is equal without
 * its leading letters: `U8` and `SWSH068` may be written as `8` and `68`.
 */
function ofNumberAndName(cards: SetCards, number: string, names: ReadonlySet<string>): readonly KnownCard[] {
  if (number === '') return ofNames(cards, names);
  const numbered = cards.ofNumber(number);
  if (numbered.length > 0 || !/^\d+$/.test(number)) return numbered.filter((card) => isNamed(card, names));
  return ofNames(cards, names).filter(({ printing }) => bareDigits(numberKey(printing.number ?? '')) === number);
}

const longestName = 200;

/** Why a name is invalid; null for a valid one. */
export function whyUnreadable(name: string): Note | null {
  if (name.trim() === '') return { code: 'name_missing' };
  if (name.length > longestName) return { code: 'name_too_long', params: { most: longestName } };
  const hidden = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069]/u.test(name);
  return hidden ? { code: 'name_hidden' } : null;
}

const isNamed = (card: KnownCard, names: ReadonlySet<string>) => [...names].some((name) => card.names.has(name));
const ofNames = (cards: SetCards, names: ReadonlySet<string>) => [
  ...new Set([...names].flatMap((name) => cards.ofName(name))),
];

/** The printing that an id names; null where none does. The id of a service must belong to a card of the row's name. */
function ofIds(sets: readonly SetCards[], said: CardSaid, names: ReadonlySet<string>, number: string): Match | null {
  const unique = (cards: readonly KnownCard[]) => [...new Map(cards.map((card) => [card.printing.id, card])).values()];
  const own = unique(sets.flatMap((cards) => cards.ofId('external', said.externalId)));
  const isSame = (card: KnownCard) =>
    names.size === 0 || isNamed(card, names) || numberKey(card.printing.number ?? '') === number;
  if (own.length > 0 && !own.some(isSame)) return doubtful(printingsOf(own), { code: 'id_of_other_name' });
  const byMarket = sets.flatMap((cards) => [
    ...cards.ofId('cardmarket', said.cardmarketId),
    ...cards.ofId('tcgplayer', said.tcgplayerId),
  ]);
  const named = own.length > 0 ? own : unique(byMarket).filter((card) => names.size === 0 || isNamed(card, names));
  return named.length === 0 ? null : decide(narrowed(named, said), { code: 'id_of_several' });
}

/**
 * Distinguishes printings of one number by other words of the row: `(Parallel)`, `Unlimited` behind the set, the
 * rarity.
 */
function narrowed(cards: readonly KnownCard[], { name, setName, rarity, number }: CardSaid): Printing[] {
  const asWritten = number.trim().split('/')[0]?.toUpperCase();
  const words = `${name} ${setName}`;
  const isVariantSaid = cards.some(({ printing }) => printing.variants.some((variant) => isSaid(variant, words)));
  const rules: ((printing: Printing) => boolean)[] = [
    (printing) => number !== '' && printing.number?.toUpperCase() === asWritten,
    (printing) => nameKey(printing.name) === nameKey(name),
    ({ variants }) => (isVariantSaid ? variants.some((variant) => isSaid(variant, words)) : variants.length === 0),
    (printing) => nameKey(printing.rarity ?? '') === nameKey(rarity),
  ];
  let left = cards.map(({ printing }) => printing);
  for (const rule of rules) {
    if (left.length === 1) break;
    const fitting = left.filter(rule);
    if (fitting.length > 0) left = fitting;
  }
  return left;
}

function decide(left: Printing[], why: Note): Match {
  const [only] = left;
  return left.length === 1 && only ? { kind: 'sure', printing: only } : doubtful(left, why);
}

const none = (why: Note): Match => ({ kind: 'none', why });
const doubtful = (candidates: Printing[], why: Note): Match => ({
  kind: 'doubtful',
  candidates: candidates.slice(0, mostCandidates),
  why,
});
const printingsOf = (cards: readonly KnownCard[]) => cards.map(({ printing }) => printing);

/** No printing has both: offers those with the number and nearly the name, or with the name and another number. */
function nearMiss(sets: readonly SetCards[], { name }: CardSaid, names: ReadonlySet<string>, number: string): Match {
  const key = nameKey(name);
  const numbered = number === '' ? [] : sets.flatMap((cards) => cards.ofNumber(number));
  const misspelt = numbered.filter(({ printing }) => isNearly(nameKey(printing.name), key));
  if (misspelt.length > 0) return doubtful(printingsOf(misspelt), { code: 'name_misspelled' });
  const sameName = sets.flatMap((cards) => ofNames(cards, names));
  if (numbered.length > 0 && sameName.length > 0)
    return doubtful(printingsOf([...numbered, ...sameName]), { code: 'name_and_number' });
  if (numbered.length > 0 && isDecorated(name)) return doubtful(printingsOf(numbered), { code: 'name_with_symbols' });
  return none({ code: numbered.length > 0 || number === '' ? 'name_not_in_set' : 'number_not_in_set' });
}

/** `🔥 Charizard 🔥`: a name with symbols around it. */
const isDecorated = (name: string) =>
  /\p{So}/u.test(name) && /^\p{L}[\p{L}\p{N} '.-]{2,60}$/u.test(name.replace(/\p{So}|\ufe0f/gu, '').trim());
