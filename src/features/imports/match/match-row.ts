import type { Printing } from '#features/catalogue/index.server.ts';
import type { FoundSets, KnownSet } from './find-set.ts';
import { isNearly, nameKey, nameKeys, numberKey } from './names.ts';

/** How a row names its card. */
export interface CardSaid {
  name: string;
  number: string;
  setName: string;
  rarity: string;
  externalId?: string | undefined;
  cardmarketId?: string | undefined;
  tcgplayerId?: string | undefined;
}

export type Match =
  | { kind: 'sure'; printing: Printing }
  /** Never listed by itself: somebody has to choose, or to say that it is none of these. */
  | { kind: 'doubtful'; candidates: Printing[]; why: string }
  | { kind: 'none'; why: string };

const mostCandidates = 6;

/**
 * The printing that a row means. Sure is one that an id names, or the only one of its set with that number and name: a wrong printing is never guessed.
 * `inSet` gives a set's printings.
 */
export function matchRow(said: CardSaid, found: FoundSets, inSet: (set: KnownSet) => readonly Printing[]): Match {
  if (said.name.trim() === '') return { kind: 'none', why: 'The name of the card is missing.' };
  if (/[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069]/u.test(said.name))
    return { kind: 'none', why: 'The name holds characters that nobody can see. Type it again.' };
  const all = found.steps.flat().flatMap((set) => inSet(set));
  const byId = named(all, said);
  if (byId.length > 0) return decide(narrowed(byId, said), said, 'The id in the file belongs to several printings.');
  if (found.steps.length === 0)
    return { kind: 'none', why: said.setName ? 'The catalogue has no set of this name.' : 'The file does not say which set this is from.' };
  for (const step of found.steps) {
    const exact = step.flatMap((set) => inSet(set)).filter((printing) => isNamed(printing, said) && isNumbered(printing, said));
    if (exact.length > 0) {
      const best = narrowed(exact, said);
      return found.isGuess ? doubtful(best, 'The set is misspelt in the file.') : decide(best, said, 'Several printings have this name and number.');
    }
  }
  return nearMiss(all, said);
}

function named(printings: readonly Printing[], { externalId, cardmarketId, tcgplayerId, name }: CardSaid): Printing[] {
  const keys = nameKeys(name);
  const holds = (printing: Printing, market: string, id: string | undefined) =>
    Boolean(id) && (printing.ids[market] ?? []).some((own) => String(own) === id) && [...nameKeys(printing.name)].some((key) => keys.has(key));
  const exact = printings.filter((printing) => externalId && printing.externalId === externalId);
  if (exact.length > 0) return exact.slice(0, 1);
  return printings.filter((printing) => holds(printing, 'cardmarket', cardmarketId) || holds(printing, 'tcgplayer', tcgplayerId));
}

const isNamed = (printing: Printing, { name }: CardSaid) => {
  const keys = nameKeys(name);
  return [...nameKeys(printing.name)].some((key) => keys.has(key));
};
const isNumbered = (printing: Printing, { number }: CardSaid) =>
  number === '' || (printing.number !== null && numberKey(printing.number) === numberKey(number));

/** What a file says beside name and number tells printings of one number apart: `(Parallel)`, `Unlimited` behind the set, the rarity. */
function narrowed(printings: readonly Printing[], { name, setName, rarity, number }: CardSaid): Printing[] {
  const byRule = [
    (printing: Printing) => number !== '' && printing.number !== null && printing.number.toUpperCase() === number.trim().split('/')[0]?.toUpperCase(),
    (printing: Printing) => nameKey(printing.name) === nameKey(name),
    (printing: Printing) => isNamedVariant(printing, `${name} ${setName}`),
    (printing: Printing) => nameKey(printing.rarity ?? '') === nameKey(rarity),
  ];
  let left = [...printings];
  for (const rule of byRule) {
    const fitting = left.filter(rule);
    if (left.length > 1 && fitting.length > 0) left = fitting;
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

function decide(left: Printing[], _said: CardSaid, why: string): Match {
  const [only] = left;
  return left.length === 1 && only ? { kind: 'sure', printing: only } : doubtful(left, why);
}

const doubtful = (candidates: Printing[], why: string): Match => ({ kind: 'doubtful', candidates: candidates.slice(0, mostCandidates), why });

/** No printing has both: one that has the number and nearly the name, or the name and no number to hold against it, is offered. */
function nearMiss(all: readonly Printing[], said: CardSaid): Match {
  const [key = ''] = nameKeys(said.name);
  const numbered = said.number === '' ? [] : all.filter((printing) => isNumbered(printing, said));
  const misspelt = numbered.filter((printing) => isNearly(nameKey(printing.name), key));
  if (misspelt.length > 0) return doubtful(misspelt, 'The name is misspelt in the file.');
  const sameName = all.filter((printing) => isNamed(printing, said));
  if (numbered.length > 0 && sameName.length > 0) return doubtful([...numbered, ...sameName], 'Name and number are of different cards.');
  if (numbered.length > 0 && /^\p{L}[\p{L}\p{N} '.-]{2,60}$/u.test(said.name.replace(/\p{So}|\ufe0f/gu, '').trim()) && /\p{So}/u.test(said.name))
    return doubtful(numbered, 'The name holds symbols and is not the one of this number.');
  return {
    kind: 'none',
    why: numbered.length > 0 || said.number === '' ? 'The set has no card of this name.' : 'The set has no card of this number.',
  };
}
