import type { Printing } from '#features/catalogue/index.server.ts';
import type { Currency } from '#kernel/money.ts';
import { finishOf, noteOfEdition } from './match/copy-of.ts';
import { findSets, type KnownSet } from './match/find-set.ts';
import { type Match, matchRow } from './match/match-row.ts';
import { numberOfDate } from './match/names.ts';
import { type Columns, columnsOf, type Field, type Format, formatOf } from './read/formats.ts';
import { readTable, type TableRow, UnreadableFile } from './read/read-table.ts';
import { type CopySaid, hasDecimalComma, type Read, readCondition, readFinish, readLanguage, readPrice, readQuantity } from './read/row-values.ts';

/** Where the cards are: the catalogue, or a part of it in a test. */
export interface CardSource {
  sets(games: readonly string[]): Promise<KnownSet[]>;
  printings(sets: readonly KnownSet[]): Promise<Printing[]>;
}

/** One row of a file as it was understood. `status`: list it, look at it first, or never. */
export interface StockRow {
  /** 1 is the first row below the header. */
  row: number;
  line: number;
  status: 'sure' | 'doubtful' | 'rejected';
  /** What the file calls it, for the seller to know it by. */
  said: string;
  card: Printing | null;
  candidates: Printing[];
  condition: string | null;
  finish: string | null;
  language: string;
  quantity: number;
  price: { amount: number; currency: Currency } | null;
  grading: { company: string; grade: string; certificate?: string } | null;
  sku: string | null;
  /** Never listed, whatever the seller chooses: a proxy, a sealed product, no copies. */
  isLeftOut: boolean;
  /** Sentences: what to look at, or why it is rejected, with the column in front. */
  notes: string[];
}

export interface Stock {
  format: Format;
  rows: StockRow[];
  /** Sentences about the whole file. */
  notes: string[];
}

/** Reads a file of stock and finds each row's printing. Throws `UnreadableFile` with a sentence for what is no such file. */
export async function readStock(bytes: Uint8Array, source: CardSource): Promise<Stock> {
  const table = readTable(bytes, (cells) => formatOf(cells) !== null);
  const format = formatOf(table.header);
  if (!format)
    throw new UnreadableFile(
      `These columns belong to no export that is known here: ${table.header.slice(0, 8).join(', ').slice(0, 160)}. Export from one of the services that this page names.`,
    );
  const columns = columnsOf(table.header, format);
  const missing = format.needs.filter((field) => columns[field] === undefined);
  if (missing.length > 0)
    throw new UnreadableFile(
      `The file looks like a ${format.label}, but it has no column for ${missing.join(' and ')}. Export it again with all columns.`,
    );
  if (table.rows.length === 0) throw new UnreadableFile('The file has a header and no rows below it.');
  const notes = [...table.notes];
  if (!table.header.some((cell) => /[a-z]/.test(cell))) notes.push('The headers are in capitals; they were understood all the same.');
  const rows = table.rows.map((row) => ({ row, cell: cellsOf(row, columns), game: '' }));
  const comma = hasDecimalComma(rows.map(({ cell }) => cell('price')));
  const said = rows.map((entry) => ({ ...entry, game: gameOf(entry.cell('game'), format) }));
  const sets = await source.sets([...new Set(said.flatMap(({ game }) => game ?? []))]);
  const found = said.map(({ cell, game }) =>
    findSets(
      sets.filter((set) => set.game === game),
      { code: cell('setCode'), name: cell('setName') },
    ),
  );
  const wanted = [...new Set(found.flatMap(({ steps }) => steps.flat()))];
  const inSet = Map.groupBy(await source.printings(wanted), (printing) => `${printing.game} ${printing.setCode}`);
  const ragged = table.rows.filter(({ cells }) => cells.length !== table.header.length);
  if (ragged.length > 0) notes.push(`${ragged.length} rows have more or fewer cells than the header; look at them.`);
  const seen = new Map<string, number>();
  return {
    format,
    notes,
    rows: said.map(({ row, cell, game }, at) => {
      const isRagged = row.cells.length < table.header.length;
      const number = numberOfDate(cell('number'));
      const match: Match =
        game === null
          ? { kind: 'none', why: `"${cell('game')}" is no game that the catalogue has.` }
          : matchRow(
              {
                name: cell('name'),
                number: number ?? cell('number'),
                setName: cell('setName'),
                rarity: cell('rarity'),
                externalId: cell('scryfallId'),
                cardmarketId: cell('cardmarketId'),
                tcgplayerId: cell('tcgplayerId'),
              },
              found[at] ?? { steps: [], isGuess: false },
              (set) => inSet.get(`${set.game} ${set.code}`) ?? [],
            );
      const read = understand(row, cell, format, comma, match, seen);
      if (number !== null) soften(read, `A spreadsheet made a date of the number; it was read as ${number}.`);
      if (isRagged) soften(read, 'The row has fewer cells than the header.');
      return read;
    }),
  };
}

type Cell = (field: Field) => string;

function cellsOf({ cells }: TableRow, columns: Columns): Cell {
  return (field) => {
    const place = columns[field];
    return place === undefined ? '' : (cells[place] ?? '').trim();
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

/** Null for a game that the catalogue does not have; a file without a column has its format's game, or Magic, whose service it is. */
const gameOf = (said: string, format: Format): string | null =>
  said === '' ? (format.game ?? 'magic') : (gameWords.find(([words]) => words.test(said))?.[1] ?? null);

function soften(row: StockRow, note: string): void {
  row.notes.push(note);
  if (row.status === 'sure') row.status = 'doubtful';
}

const sealed = /\b(booster|elite trainer|box|bundle|tin|blister|theme deck|starter deck|collection)\b/i;

function understand({ row, line }: TableRow, cell: Cell, format: Format, comma: boolean, match: Match, seen: Map<string, number>): StockRow {
  const problems: string[] = [];
  const notes: string[] = [];
  const take = <T>(column: string, read: Read<T>): T | null => {
    if ('error' in read) problems.push(`${column}: ${read.error}`);
    else if (read.note) notes.push(`${column}: ${read.note}`);
    return 'error' in read ? null : read.value;
  };
  const grading = gradingOf(cell);
  const said: CopySaid | null =
    grading && cell('condition') === ''
      ? { condition: 'unknown', isFirstEdition: false }
      : take('Condition', readCondition(cell('condition'), format));
  const language = take('Language', readLanguage(cell('language')));
  const quantity = take('Quantity', readQuantity(cell('quantity')));
  const amount = take(
    'Price',
    readPrice(cell('price'), { comma, dollar: format.dollarSign ?? false, currency: format.currency, isNeeded: format.needs.includes('price') }),
  );
  const card = match.kind === 'sure' ? match.printing : null;
  const isSealed = match.kind === 'none' && cell('number') === '' && sealed.test(cell('name'));
  if (isSealed) notes.push('This is a sealed product, not a card; it is left out.');
  else if (match.kind === 'none') problems.push(`Card: ${match.why}`);
  else if (match.kind === 'doubtful') notes.push(`Card: ${match.why}`);
  const isProxy = /^(true|yes|1)$/i.test(cell('proxy'));
  if (isProxy) notes.push('This is marked as a proxy: not a real card, so it is not listed.');
  const finish = finishOf(card, said?.finish ?? (hasFinishColumn(format) ? readFinish(cell('finish')) : undefined));
  notes.push(...finish.notes);
  if (card && (said?.isFirstEdition || /1st/i.test(cell('edition')))) notes.push(...noteOfEdition(card));
  const sku = cell('sku') || null;
  const before = sku === null ? undefined : seen.get(sku);
  if (before !== undefined) notes.push(`The same number as row ${before}; its copies would be listed twice.`);
  else if (sku !== null) seen.set(sku, row);
  return {
    row,
    line,
    status: problems.length > 0 ? 'rejected' : notes.length > 0 ? 'doubtful' : 'sure',
    said: [cell('name'), cell('setName') || cell('setCode'), cell('number')].filter(Boolean).join(' · ').slice(0, 200),
    card,
    candidates: match.kind === 'doubtful' ? match.candidates : [],
    condition: said?.condition ?? null,
    finish: finish.finish,
    language: language ?? 'en',
    quantity: quantity ?? 0,
    price: amount === null ? null : { amount, currency: format.currency },
    grading,
    sku,
    isLeftOut: isProxy || isSealed || quantity === 0,
    notes: [...problems, ...notes],
  };
}

/** A blank cell of a foil column says "not foil"; a format without such a column says nothing. */
const hasFinishColumn = (format: Format) => format.columns.finish !== undefined;

function gradingOf(cell: Cell): StockRow['grading'] {
  const [, company, grade] = /^(PSA|BGS|CGC|SGC|TAG|ACE)?\s*(10|[1-9](?:\.5)?)$/i.exec(cell('grade')) ?? [];
  const grader = company ?? cell('grader');
  if (!grade || !grader) return null;
  return { company: grader.toUpperCase(), grade, ...(cell('certificate') && { certificate: cell('certificate') }) };
}
