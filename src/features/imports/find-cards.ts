import type { Printing, SetName } from '#features/catalogue/index.server.ts';
import { takingTurns } from '#platform/turns.ts';
import { type FindSets, setFinder } from './match/find-set.ts';
import { type Match, matchRow } from './match/match-row.ts';
import { numberOfDate } from './match/names.ts';
import { type SetCards, setCards } from './match/set-cards.ts';
import type { Format } from './read/formats.ts';
import { shortened } from './read/row-values.ts';
import type { Cell } from './understand-row.ts';

/** Where the cards are: the catalogue, or a part of it in a test. */
export interface CardSource {
  sets(games: readonly string[]): Promise<SetName[]>;
  printings(sets: readonly SetName[]): Promise<Printing[]>;
}

/** Looks up every set that the file names, and gives the printing that a row means. */
export async function findCards(source: CardSource, rows: readonly { cell: Cell }[], format: Format): Promise<(cell: Cell) => Match> {
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
  const turn = takingTurns();
  for (const { cell } of rows) {
    await turn();
    for (const set of findIn(cell).steps.flat()) wanted.add(set);
  }
  const keyOf = ({ game, code }: { game: string; code: string }) => `${game} ${code}`;
  const printings = await printingsIn(source, [...wanted]);
  const known = new Map<string, SetCards>();
  // Of a set that a row comes to: all of a large file's at once would hold the process for a second.
  const cardsOf = (set: SetName) => {
    const key = keyOf(set);
    const cards = known.get(key) ?? setCards(printings.get(key) ?? []);
    known.set(key, cards);
    return cards;
  };
  return (cell) => {
    if (gamesOf(cell('game'), format).length === 0) return { kind: 'none', why: `"${shortened(cell('game'))}" is no game that the catalogue has.` };
    const said = {
      name: cell('name'),
      number: numberOfDate(cell('number')) ?? cell('number'),
      setName: cell('setName'),
      rarity: cell('rarity'),
      externalId: cell('externalId'),
      cardmarketId: cell('cardmarketId'),
      tcgplayerId: cell('tcgplayerId'),
    };
    return matchRow(said, findIn(cell), cardsOf);
  };
}

/** So many sets are read by one statement: the rows of more would hold the process too long. */
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

const gameWords: readonly (readonly [RegExp, string])[] = [
  [/pok[eé]mon/i, 'pokemon'],
  [/magic/i, 'magic'],
  [/yu-?gi-?oh/i, 'yugioh'],
  [/one piece/i, 'onepiece'],
  [/lorcana/i, 'lorcana'],
  [/flesh (and|&) blood/i, 'fab'],
];

const allGames = gameWords.map(([, game]) => game);

/** The games that a row may be of: the one it names, its format's, or any where neither says; none for one that the catalogue does not have. */
export function gamesOf(said: string, { game }: Format): readonly string[] {
  if (said === '') return game ? [game] : allGames;
  return gameWords.filter(([words]) => words.test(said)).map(([, slug]) => slug);
}
