import type { Printing } from '#features/catalogue/index.server.ts';
import { plainLetters } from '#features/catalogue/words.ts';
import { type CardSource, findCards, gamesOf } from '../find-cards.ts';
import type { Match } from '../match/match-row.ts';
import { nameKey, nameKeys } from '../match/names.ts';
import {
  type Meant,
  meantByName,
  meantBySet,
  type NameSaid,
  withBracket,
  withNumber,
} from '../match/names-of-cards.ts';
import { noteText } from '../model/note.texts.ts';
import { type Columns, columnsOf, type Format, formatOf } from '../read/formats.ts';
import { allConditions, ownFormat, suggestColumns } from '../read/own-columns.ts';
import { isPlainList, plainColumns, plainTable } from '../read/plain-list.ts';
import { readText, refuseSize, type Table, tableOf, UnreadableFile } from '../read/read-table.ts';
import { type Cell, cellsOf } from './parse-row.ts';
import { parseWant, type WantedRow } from './parse-want.ts';

/** Finds cards by set, and by name alone. */
export interface WantSource extends CardSource {
  /** All printings with exactly these names, ignoring case. */
  named(names: readonly string[]): Promise<Printing[]>;
  /** Printings whose name is nearly this one. */
  similar(name: string): Promise<Printing[]>;
  /** Printings that hold all words of a line, in any order, best first; `isAsTyped` unless a word was corrected. */
  search(words: string): Promise<{ printings: Printing[]; isAsTyped: boolean }>;
}

export interface WantedFile {
  format: Format;
  rows: WantedRow[];
  notes: string[];
}

/** Includes empty lines, headings and comments. */
const linesForRow = 25;

/** Names of one file that are searched by similarity. */
const mostSimilar = 200;

const plainFormat: Format = {
  id: 'plain',
  label: 'plain list',
  signature: [],
  columns: {},
  needs: ['name'],
  currency: 'USD',
  conditions: allConditions,
};

/** Reads a list of wants, plain or a table, and matches each line. Throws `UnreadableFile` with a sentence. */
export async function readWants(bytes: Uint8Array, source: WantSource, most: number): Promise<WantedFile> {
  const { table, format, columns } = await readLines(bytes, linesForRow * most);
  refuseSize(table.rows, most);
  const rows = table.rows.map((row) => ({ row, cell: cellsOf(row, columns) }));
  const matchOf = await findCards(source, rows, format);
  const matched = rows.map(({ row, cell }) => ({ row, cell, match: namesSet(cell) ? matchOf(cell) : null }));
  const named = await findNames(source, matched);
  const meant = (cell: Cell, match: Match | null): Meant => {
    const said = saidBy(cell);
    const among = (name: string) => named(name).filter(({ game }) => gamesOf(cell('game'), format).includes(game));
    return match ? meantBySet(said, match, among) : meantByName(said, among);
  };
  return {
    format,
    notes: table.notes.map(noteText),
    rows: (
      await searchOthers(
        source,
        format,
        matched.map(({ row, cell, match }) => ({ row, cell, meant: meant(cell, match) })),
      )
    ).map(({ row, cell, meant }) => parseWant(row, cell, format, meant)),
  };
}

const namesSet = (cell: Cell) =>
  (['setCode', 'setName', 'externalId', 'cardmarketId', 'tcgplayerId'] as const).some((field) => cell(field) !== '');

/** By content: an export by its headers, a plain list by its lines, or any other table with a column of names. */
async function readLines(bytes: Uint8Array, most: number): Promise<{ table: Table; format: Format; columns: Columns }> {
  // The limit of a line depends on whether it is part of a list or of a table; each checks it itself.
  const decoded = await readText(bytes, { most, longest: bytes.length });
  if (isPlainList(decoded.text)) return { table: plainTable(decoded), format: plainFormat, columns: plainColumns };
  const table = await tableOf(decoded, (cells) => formatOf(cells) !== null);
  const known = formatOf(table.header);
  if (known) return { table, format: known, columns: columnsOf(table.header, known.columns) };
  const columns = suggestColumns(table.header);
  if (columns.name === undefined)
    throw new UnreadableFile(
      'We found no “Name” column and no list of cards. Put each card on its own line, like “2 Sol Ring (C21) 263”.',
    );
  return {
    table,
    format: ownFormat({ header: table.header, columns, game: null, currency: 'USD', condition: null }),
    columns,
  };
}

const saidBy = (cell: Cell): NameSaid => ({ name: cell('name'), setName: cell('setName'), number: cell('number') });

/** Finds every name that no set resolves, with its bracket or number, and similar names where none has it. */
async function findNames(
  source: WantSource,
  rows: readonly { cell: Cell; match: Match | null }[],
): Promise<(name: string) => readonly Printing[]> {
  const alone = new Set(
    rows.filter(({ match }) => match === null || match.kind === 'none').map(({ cell }) => cell('name')),
  );
  const whole = rows.flatMap(({ cell }) => withBracket(saidBy(cell)) ?? withNumber(saidBy(cell)) ?? []);
  const names = [...alone, ...whole];
  const found = new Map<string, Printing[]>();
  // `Æther Vial` is `Aether Vial` in the catalogue.
  for (const printing of await source.named([...names, ...names.map(plainLetters)]))
    for (const key of nameKeys(printing.name)) found.set(key, [...(found.get(key) ?? []), printing]);
  const missing = [...alone].filter((name) => name !== '' && !found.has(nameKey(name)));
  for (const name of missing.slice(0, mostSimilar)) found.set(nameKey(name), await source.similar(name));
  return (name) => found.get(nameKey(name)) ?? [];
}

interface MeantRow {
  row: Table['rows'][number];
  cell: Cell;
  meant: Meant;
}

/** Lines such as “Charizard base set 4/102”, which no rule of the formats resolves, are searched by their words. */
async function searchOthers(source: WantSource, format: Format, rows: readonly MeantRow[]): Promise<MeantRow[]> {
  const read: MeantRow[] = [];
  let searched = 0;
  for (const each of rows) {
    const { cell, meant } = each;
    const words = [cell('name'), cell('setName') || cell('setCode'), cell('number')].filter(Boolean).join(' ');
    if (meant.kind !== 'none' || words === '' || searched >= mostSimilar) {
      read.push(each);
      continue;
    }
    searched += 1;
    const games = gamesOf(cell('game'), format);
    const { printings, isAsTyped } = await source.search(words);
    const candidates = printings.filter(({ game }) => games.includes(game));
    const why = { code: isAsTyped ? 'found_by_search' : 'name_misspelled' } as const;
    const found: Meant = { kind: 'doubtful', candidates, why };
    read.push(candidates.length === 0 ? each : { ...each, meant: found });
  }
  return read;
}
