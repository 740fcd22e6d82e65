import type { Printing, SetName } from '#features/catalogue/index.server.ts';
import type { FoundSets } from './find-set.ts';
import { isNearly, nameKey, nameKeys, numberKey } from './names.ts';
import type { KnownCard, SetCards } from './set-cards.ts';

/** How a row names its card; what it does not say is empty. */
export interface CardSaid {
  name: string;
  number: string;
  setName: string;
  rarity: string;
  externalId: string;
  cardmarketId: string;
  tcgplayerId: string;
}

export type Match =
  | { kind: 'sure'; printing: Printing }
  /** Never listed by itself: somebody has to choose, or to say that it is none of these. */
  | { kind: 'doubtful'; candidates: Printing[]; why: string }
  | { kind: 'none'; why: string };

export const mostCandidates = 6;

/**
 * The printing that a row means. Sure is one that an id names, or the only one of its set with that number and name: a wrong printing is never guessed.
 * `cardsOf` gives a set's printings.
 */
export function matchRow(said: CardSaid, found: FoundSets, cardsOf: (set: SetName) => SetCards): Match {
  const unreadable = whyUnreadable(said.name);
  if (unreadable !== null) return none(unreadable);
  const names = nameKeys(said.name);
  const number = numberKey(said.number);
  const steps = found.steps.map((step) => step.map(cardsOf));
  const byId = ofIds(steps.flat(), said, names);
  if (byId.length > 0) return decide(narrowed(byId, said), 'The id in the file belongs to several printings.');
  if (steps.length === 0) return none(said.setName ? 'The catalogue has no set of this name.' : 'The file does not say which set this is from.');
  for (const step of steps) {
    const exact = step.flatMap((cards) => (number === '' ? ofNames(cards, names) : cards.ofNumber(number).filter((card) => isNamed(card, names))));
    if (exact.length === 0) continue;
    const best = narrowed(exact, said);
    return found.isGuess ? doubtful(best, 'The set is misspelt in the file.') : decide(best, 'Several printings have this name and number.');
  }
  return nearMiss(steps.flat(), said, names, number);
}

/** Why a name is none, in a sentence; null where it may be one. */
const longestName = 200;

export function whyUnreadable(name: string): string | null {
  if (name.trim() === '') return 'The name of the card is missing.';
  if (name.length > longestName) return `The name of a card has at most ${longestName} letters.`;
  const hidden = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069]/u.test(name);
  return hidden ? 'The name holds characters that nobody can see. Type it again.' : null;
}

const isNamed = (card: KnownCard, names: ReadonlySet<string>) => [...names].some((name) => card.names.has(name));
const ofNames = (cards: SetCards, names: ReadonlySet<string>) => [...new Set([...names].flatMap((name) => cards.ofName(name)))];

/** A market's number alone is not believed: it must be of a card of that name. */
function ofIds(sets: readonly SetCards[], { externalId, cardmarketId, tcgplayerId }: CardSaid, names: ReadonlySet<string>): KnownCard[] {
  const [own] = sets.flatMap((cards) => cards.ofId('external', externalId));
  if (own) return [own];
  const byMarket = sets.flatMap((cards) => [...cards.ofId('cardmarket', cardmarketId), ...cards.ofId('tcgplayer', tcgplayerId)]);
  return byMarket.filter((card) => isNamed(card, names));
}

/** What a file says beside name and number tells printings of one number apart: `(Parallel)`, `Unlimited` behind the set, the rarity. */
function narrowed(cards: readonly KnownCard[], { name, setName, rarity, number }: CardSaid): Printing[] {
  const asWritten = number.trim().split('/')[0]?.toUpperCase();
  const rules: ((printing: Printing) => boolean)[] = [
    (printing) => number !== '' && printing.number?.toUpperCase() === asWritten,
    (printing) => nameKey(printing.name) === nameKey(name),
    (printing) => isNamedVariant(printing, `${name} ${setName}`),
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

/** Variants that the file names are the printing's, and none is the printing's that the file does not name. */
function isNamedVariant({ variants }: Printing, words: string): boolean {
  const said = words.toLowerCase();
  const isSaid = (variant: string) => said.includes(variant.replace(/-/g, ' ')) || said.includes(variant);
  const mentioned = /\((parallel|reprint|alternate art|full art|extended art)\)|: (unlimited|alpha|1st edition)/.test(said);
  return mentioned ? variants.some(isSaid) : variants.length === 0;
}

function decide(left: Printing[], why: string): Match {
  const [only] = left;
  return left.length === 1 && only ? { kind: 'sure', printing: only } : doubtful(left, why);
}

const none = (why: string): Match => ({ kind: 'none', why });
const doubtful = (candidates: Printing[], why: string): Match => ({ kind: 'doubtful', candidates: candidates.slice(0, mostCandidates), why });
const printingsOf = (cards: readonly KnownCard[]) => cards.map(({ printing }) => printing);

/** No printing has both: one that has the number and nearly the name, or the name and another number, is offered. */
function nearMiss(sets: readonly SetCards[], { name }: CardSaid, names: ReadonlySet<string>, number: string): Match {
  const key = nameKey(name);
  const numbered = number === '' ? [] : sets.flatMap((cards) => cards.ofNumber(number));
  const misspelt = numbered.filter(({ printing }) => isNearly(nameKey(printing.name), key));
  if (misspelt.length > 0) return doubtful(printingsOf(misspelt), 'The name is misspelt in the file.');
  const sameName = sets.flatMap((cards) => ofNames(cards, names));
  if (numbered.length > 0 && sameName.length > 0) return doubtful(printingsOf([...numbered, ...sameName]), 'Name and number are of different cards.');
  if (numbered.length > 0 && isDecorated(name)) return doubtful(printingsOf(numbered), 'The name holds symbols and is not the one of this number.');
  return none(numbered.length > 0 || number === '' ? 'The set has no card of this name.' : 'The set has no card of this number.');
}

/** `🔥 Charizard 🔥`: a name with symbols around it, as opposed to something that is no name at all. */
const isDecorated = (name: string) => /\p{So}/u.test(name) && /^\p{L}[\p{L}\p{N} '.-]{2,60}$/u.test(name.replace(/\p{So}|\ufe0f/gu, '').trim());
