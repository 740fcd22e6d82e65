import type { Printing } from '#features/catalogue/index.server.ts';
import type { Note } from '../model/note.texts.ts';
import { type Match, mostCandidates, whyUnreadable } from './match-row.ts';
import { isNearly, nameKey, nameKeys, numberKey } from './names.ts';

/** The match of a line: one printing, or any printing of a name. */
export type Meant = { kind: 'any'; printing: Printing; finishes: string[] } | Match;

export interface NameSaid {
  name: string;
  /** The words in brackets behind the name, which may be part of it. */
  setName: string;
  number: string;
}

/** All printings with a name, or nearly. */
export type Named = (name: string) => readonly Printing[];

/** Matches a name without a set: any of its printings where one game has it with one card. Never guesses a printing. */
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
    return doubtful(numbered.length > 0 ? numbered : cards, { code: 'number_without_set' });
  }
  if (only && cards.length === 1)
    return { kind: 'any', printing: only, finishes: [...new Set(own.flatMap(({ finishes }) => finishes))] };
  if (only) return doubtful(cards, { code: 'name_of_several' });
  const key = nameKey(name);
  const within = (most?: number) => firsts(found.filter((printing) => isNearly(nameKey(printing.name), key, most)));
  const near = within();
  // Every word may have a mistake. The member chooses, so a wrong offer does no harm.
  const offered = near.length > 0 ? near : within(Math.floor(key.length / 3));
  return offered.length > 0
    ? doubtful(offered, { code: 'name_misspelled' })
    : { kind: 'none', why: { code: 'name_unknown' } };
}

/**
 * Matches a row whose set was searched: without a result it offers the name alone, and reads a bracket as part of the
 * name where one has it.
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

/** The name with the bracket behind it, where that may be part of it. */
export const withBracket = ({ name, setName, number }: NameSaid) =>
  setName !== '' && number === '' ? `${name} (${setName})` : null;

/**
 * The name with the number behind it, where there is no set: some names end like a number, as “Cannon Soldier MK-2”
 * does.
 */
export const withNumber = ({ name, setName, number }: NameSaid) =>
  setName === '' && number !== '' ? `${name} ${number}` : null;

/** One printing of each card, that is of each game and name. */
function firsts(printings: readonly Printing[]): Printing[] {
  return [...Map.groupBy(printings, ({ game, name }) => `${game} ${name}`).values()].flatMap(([first]) => first ?? []);
}

const doubtful = (candidates: readonly Printing[], why: Note): Match => ({
  kind: 'doubtful',
  candidates: candidates.slice(0, mostCandidates),
  why,
});
