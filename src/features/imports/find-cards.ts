import type { Printing, SetName } from '#features/catalogue/index.server.ts';
import { fileGames, gameFacts } from '#kernel/cards/games.ts';
import { yieldingToEventLoop } from '#platform/yield-loop.ts';
import { type FindSets, setFinder } from './match/find-set.ts';
import { type CardSaid, type Match, matchRow } from './match/match-row.ts';
import { numbersOfDate } from './match/names.ts';
import { foreignLanguageOf } from './match/services-sets.ts';
import { type SetCards, setCards } from './match/set-cards.ts';
import type { Cell } from './parse/parse-row.ts';
import type { Format } from './read/formats.ts';
import { shortened } from './read/row-values.ts';

/** The ids by which the rows of a file name their cards. */
export interface IdsSaid {
  external: string[];
  cardmarket: string[];
  tcgplayer: string[];
}

/** The source of cards: the catalogue, or a part of it in a test. */
export interface CardSource {
  sets(games: readonly string[]): Promise<SetName[]>;
  printings(sets: readonly SetName[]): Promise<Printing[]>;
  /** Printings of these games by their ids here and on other services. */
  byIds(games: readonly string[], ids: IdsSaid): Promise<Printing[]>;
}

/** The match of a row, and its number where a spreadsheet had turned it into a date. */
export type RowMatch = Match & { number?: string };

/** Reads every set and id that the file names, and answers the matching function for its rows. */
export async function findCards(
  source: CardSource,
  rows: readonly { cell: Cell }[],
  format: Format,
): Promise<(cell: Cell) => RowMatch> {
  const games = [...new Set(rows.flatMap(({ cell }) => gamesOf(cell('game'), format)))];
  const sets = await source.sets(games);
  const finders = new Map<string, FindSets>();
  const findIn = (cell: Cell) => {
    const own = gamesOf(cell('game'), format);
    const key = own.join();
    const finder = finders.get(key) ?? setFinder(sets.filter(({ game }) => own.includes(game)));
    finders.set(key, finder);
    return finder({ code: cell('setCode'), name: cell('setName') });
  };
  const wanted = new Set<SetName>();
  const yieldIfDue = yieldingToEventLoop();
  for (const { cell } of rows) {
    await yieldIfDue();
    for (const set of findIn(cell).flatMap((step) => step.sets)) wanted.add(set);
  }
  const keyOf = ({ game, code }: { game: string; code: string }) => `${game} ${code}`;
  const printings = await printingsIn(source, [...wanted]);
  const byIds = setCards(await ofIdsSaid(source, games, rows));
  const known = new Map<string, SetCards>();
  // Read when a row needs the set: all sets of a large file at once would block the process for a second.
  const cardsOf = (set: SetName) => {
    const key = keyOf(set);
    const cards = known.get(key) ?? setCards(printings.get(key) ?? []);
    known.set(key, cards);
    return cards;
  };
  return (cell) => {
    if (gamesOf(cell('game'), format).length === 0)
      return { kind: 'none', why: { code: 'game_unknown', params: { value: shortened(cell('game')) } } };
    const places = { steps: findIn(cell), cardsOf, byIds };
    const dates = numbersOfDate(cell('number'));
    const [first = cell('number'), ...others] = dates;
    const matches = [first, ...others].map((number) => ({
      ...matchRow(cardSaidBy(cell, number), places),
      ...(dates.length > 0 && { number }),
    }));
    const [best] = matches.toSorted((a, b) => certainty[a.kind] - certainty[b.kind]);
    return best ? ofOwnLine(best, cell) : { kind: 'none', why: { code: 'name_missing' } };
  };
}

const certainty = { sure: 0, doubtful: 1, none: 2 } as const;

const cardSaidBy = (cell: Cell, number: string): CardSaid => ({
  name: cell('name'),
  number,
  setName: cell('setName'),
  setCode: cell('setCode'),
  rarity: cell('rarity'),
  externalId: cell('externalId'),
  cardmarketId: cell('cardmarketId'),
  tcgplayerId: cell('tcgplayerId'),
});

/**
 * Japanese product lines have other sets and numbers than the English printings of the catalogue, so none of them is
 * sure.
 */
function ofOwnLine(match: RowMatch, cell: Cell): RowMatch {
  const line = foreignLineOf(cell);
  if (line === null || match.kind === 'none') return match;
  const candidates = match.kind === 'sure' ? [match.printing] : match.candidates;
  return {
    kind: 'doubtful',
    candidates,
    why: { code: 'foreign_line', params: { value: shortened(line.words) } },
    ...(match.number !== undefined && { number: match.number }),
  };
}

async function ofIdsSaid(
  source: CardSource,
  games: readonly string[],
  rows: readonly { cell: Cell }[],
): Promise<Printing[]> {
  const said = (field: 'externalId' | 'cardmarketId' | 'tcgplayerId') => [
    ...new Set(rows.map(({ cell }) => cell(field)).filter(Boolean)),
  ];
  const ids = { external: said('externalId'), cardmarket: said('cardmarketId'), tcgplayer: said('tcgplayerId') };
  return Object.values(ids).some((some) => some.length > 0) ? source.byIds(games, ids) : [];
}

/** Sets that one statement reads; the rows of more would block the process. */
const setsAtOnce = 10;

async function printingsIn(source: CardSource, sets: readonly SetName[]): Promise<Map<string, Printing[]>> {
  const found = new Map<string, Printing[]>();
  for (let from = 0; from < sets.length; from += setsAtOnce)
    for (const printing of await source.printings(sets.slice(from, from + setsAtOnce))) {
      const key = `${printing.game} ${printing.setCode}`;
      const known = found.get(key);
      if (known) known.push(printing);
      else found.set(key, [printing]);
    }
  return found;
}

/** The product line or set that is not English, as the file names it, with its language; null where there is none. */
export function foreignLineOf(cell: Cell): { words: string; language: string } | null {
  for (const words of [cell('game'), cell('setName')]) {
    const language = foreignLanguageOf(words);
    if (language !== null) return { words, language };
  }
  return null;
}

/**
 * The possible games of a row: the one it names, the one of its format, or all; none for a game that the catalogue does
 * not have.
 */
export function gamesOf(said: string, { game }: Format): readonly string[] {
  if (said === '') return game ? [game] : fileGames;
  return fileGames.filter((each) => gameFacts[each].inFiles?.test(said));
}
