import { setImmediate as pause } from 'node:timers/promises';
import type { Printing, SetName } from '#features/catalogue/index.server.ts';
import { mostColumns } from './contract.ts';
import { type FindSets, setFinder } from './match/find-set.ts';
import { type Match, matchRow } from './match/match-row.ts';
import { numberOfDate } from './match/names.ts';
import { noCards, type SetCards, setCards } from './match/set-cards.ts';
import { type Columns, columnsOf, type Format, formatOf } from './read/formats.ts';
import { isHeaderOf, type OwnColumns, ownFormat, suggestColumns } from './read/own-columns.ts';
import { readTable, type Table, UnreadableFile } from './read/read-table.ts';
import { hasDecimalComma, shortened } from './read/row-values.ts';
import { type Cell, cellsOf, type StockRow, understandRow } from './understand-row.ts';

/** Where the cards are: the catalogue, or a part of it in a test. */
export interface CardSource {
  sets(games: readonly string[]): Promise<SetName[]>;
  printings(sets: readonly SetName[]): Promise<Printing[]>;
}

export interface Stock {
  format: Format;
  header: string[];
  rows: StockRow[];
  /** Sentences about the whole file. */
  notes: string[];
}

/** So many rows are understood before others get their turn: a large file must not hold the process. */
const rowsAtOnce = 200;

/** Reads a file of stock and finds each row's printing. Throws `UnreadableFile` with a sentence for what is no such file, or has more rows than `most`. */
export async function readStock(
  bytes: Uint8Array,
  source: CardSource,
  { most = Number.POSITIVE_INFINITY, own = [] }: { most?: number; own?: readonly OwnColumns[] } = {},
): Promise<Stock> {
  const table = readTable(bytes, (cells) => formatOf(cells) !== null || own.some((columns) => isHeaderOf(columns, cells)));
  const { format, columns } = knownFormat(table, own);
  refuseUnlistable(table, format, columns, most);
  const rows = table.rows.map((row) => ({ row, cell: cellsOf(row, columns) }));
  const cards = await findCards(source, rows, format);
  const seen = new Map<string, number>();
  const comma = hasDecimalComma(rows.map(({ cell }) => cell('price')));
  const understood: StockRow[] = [];
  for (const [n, { row, cell }] of rows.entries()) {
    if (n % rowsAtOnce === rowsAtOnce - 1) await pause();
    understood.push(understandRow(row, cell, { format, comma, seen, width: table.header.length }, cards(cell)));
  }
  return { format, notes: notesOf(table), header: table.header, rows: understood };
}

/** The export that the file is, or the way in which its seller explained a file of this header before. */
function knownFormat({ header, rows }: Table, own: readonly OwnColumns[]): { format: Format; columns: Columns } {
  const format = formatOf(header);
  if (format) return { format, columns: columnsOf(header, format) };
  const explained = own.find((columns) => isHeaderOf(columns, header));
  if (explained) return { format: ownFormat(explained), columns: explained.columns };
  const named = header.slice(0, 8).join(', ').slice(0, 160);
  if (header.length > mostColumns)
    throw new UnreadableFile(
      `These columns belong to no export that is known here, and they are ${header.length}. Keep those that say something of your cards, ${mostColumns} at most, and bring the file again.`,
    );
  const details = {
    header,
    sample: rows.slice(0, 3).map(({ cells }) => cells.map((cell) => shortened(cell))),
    suggested: suggestColumns(header),
  };
  throw new UnreadableFile(
    `These columns belong to no export that is known here: ${named}. Say which of them holds what, or export from one of the services that this page names.`,
    header.length > 1 && rows.length > 0 ? details : undefined,
  );
}

function refuseUnlistable({ rows }: Table, { needs, label }: Format, columns: Columns, most: number): void {
  const missing = needs.filter((field) => columns[field] === undefined);
  if (missing.length > 0)
    throw new UnreadableFile(`The file looks like a ${label}, but it has no column for ${missing.join(' and ')}. Export it again with all columns.`);
  if (rows.length === 0) throw new UnreadableFile('The file has a header and no rows below it.');
  if (rows.length > most)
    throw new UnreadableFile(
      `The file has ${rows.length.toLocaleString('en')} rows; at most ${most.toLocaleString('en')} are taken at once. Send it in parts.`,
    );
}

function notesOf({ header, rows, notes }: Table): string[] {
  const ragged = rows.filter(({ cells }) => cells.length !== header.length).length;
  return [
    ...notes,
    ...(header.some((cell) => /[a-z]/.test(cell)) ? [] : ['The headers are in capitals; they were understood all the same.']),
    ...(ragged > 0 ? [`${ragged} rows have more or fewer cells than the header; look at them.`] : []),
  ];
}

/** Looks up every set that the file names, and gives the printing that a row means. */
async function findCards(source: CardSource, rows: readonly { cell: Cell }[], format: Format): Promise<(cell: Cell) => Match> {
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
  const wanted = [...new Set(rows.flatMap(({ cell }) => findIn(cell).steps.flat()))];
  const keyOf = ({ game, code }: { game: string; code: string }) => `${game} ${code}`;
  const printings = Map.groupBy(await source.printings(wanted), ({ game, setCode }) => keyOf({ game, code: setCode }));
  const known = new Map<string, SetCards>();
  for (const [key, own] of printings) known.set(key, setCards(own));
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
    return matchRow(said, findIn(cell), (set) => known.get(keyOf(set)) ?? noCards);
  };
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
function gamesOf(said: string, { game }: Format): readonly string[] {
  if (said === '') return game ? [game] : allGames;
  return gameWords.filter(([words]) => words.test(said)).map(([, slug]) => slug);
}
