import type { Printing } from '#features/catalogue/index.server.ts';
import { type Match, mostCandidates, whyUnreadable } from './match-row.ts';
import { isNearly, nameKey, nameKeys, numberKey } from './names.ts';

/** What a line wants: one printing, or any of those of one name. */
export type Meant = { kind: 'any'; printing: Printing; finishes: string[] } | Match;

export interface NameSaid {
  name: string;
  /** What stands in brackets behind the name; it may belong to it. */
  setName: string;
  number: string;
}

/** All printings that go by a name, or nearly. */
export type Named = (name: string) => readonly Printing[];

/**
 * What a name without a set means: any of its printings where one game has it, and one card of it. Never a printing by
 * guess.
 */
export function meantByName(said: NameSaid, named: Named): Meant {
  const whole = withNumber(said);
  const isName = whole !== null && named(whole).some((printing) => nameKey(printing.name) === nameKey(whole));
  const { name, number } = isName ? { name: whole, number: '' } : said;
  const unreadable = whyUnreadable(name);
  if (unreadable !== null) return { kind: 'none', why: unreadable };
  const keys = nameKeys(name);
  const found = named(name);
  const exact = found.filter((printing) => nameKey(printing.name) === nameKey(name));
  const own =
    exact.length > 0 ? exact : found.filter((printing) => [...nameKeys(printing.name)].some((key) => keys.has(key)));
  const cards = firsts(own);
  const [only] = cards;
  if (only && number !== '') {
    const numbered = own.filter((printing) => numberKey(printing.number ?? '') === numberKey(number));
    return doubtful(numbered.length > 0 ? numbered : cards, 'There is a number and no set.');
  }
  if (only && cards.length === 1)
    return { kind: 'any', printing: only, finishes: [...new Set(own.flatMap(({ finishes }) => finishes))] };
  if (only) return doubtful(cards, 'More than one card goes by this name.');
  const near = firsts(found.filter((printing) => isNearly(nameKey(printing.name), nameKey(name))));
  return near.length > 0
    ? doubtful(near, 'The name is misspelt.')
    : { kind: 'none', why: 'The catalogue has no card of this name.' };
}

/**
 * What a row means whose set was looked at: where that leads nowhere the name alone is offered, and a bracket that is a
 * part of the name is read as one.
 */
export function meantBySet(said: NameSaid, match: Match, named: Named): Meant {
  const whole = withBracket(said);
  const isPart = whole !== null && named(whole).some((printing) => nameKey(printing.name) === nameKey(whole));
  if (isPart) return meantByName({ ...said, name: whole }, named);
  if (match.kind !== 'none' || whyUnreadable(said.name) !== null) return match;
  const alone = meantByName({ ...said, number: '' }, named);
  if (alone.kind === 'none') return match;
  return doubtful(alone.kind === 'any' || alone.kind === 'sure' ? [alone.printing] : alone.candidates, match.why);
}

/** The name with what stands in brackets behind it, where that may belong to it. */
export const withBracket = ({ name, setName, number }: NameSaid) =>
  setName !== '' && number === '' ? `${name} (${setName})` : null;

/**
 * The name with the number behind it, where there is no set: some names end like a number, as “Cannon Soldier MK-2”
 * does.
 */
export const withNumber = ({ name, setName, number }: NameSaid) =>
  setName === '' && number !== '' ? `${name} ${number}` : null;

/** One printing of each card: those of one game and one name are the same one. */
function firsts(printings: readonly Printing[]): Printing[] {
  return [...Map.groupBy(printings, ({ game, name }) => `${game} ${name}`).values()].flatMap(([first]) => first ?? []);
}

const doubtful = (candidates: readonly Printing[], why: string): Match => ({
  kind: 'doubtful',
  candidates: candidates.slice(0, mostCandidates),
  why,
});
