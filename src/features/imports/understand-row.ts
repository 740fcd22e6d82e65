import type { Printing } from '#features/catalogue/index.server.ts';
import { ownTexts } from '#features/listings/contract.ts';
import { firstOf } from '#kernel/first-of.ts';
import type { Currency } from '#kernel/money.ts';
import { finishOf, noteOfEdition } from './match/copy-of.ts';
import type { Match } from './match/match-row.ts';
import { numberOfDate } from './match/names.ts';
import type { Columns, Field, Format } from './read/formats.ts';
import type { TableRow } from './read/read-table.ts';
import {
  type CopySaid,
  type Read,
  readCondition,
  readCost,
  readCurrency,
  readDescription,
  readFinish,
  readLanguage,
  readPrice,
  readQuantity,
  readText,
} from './read/row-values.ts';

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
  description: string | null;
  sku: string | null;
  /** What the seller wrote for themselves. */
  own: { sku: string | null; place: string | null; privateNote: string | null };
  /** What they paid for one copy. */
  cost: { amount: number; currency: Currency } | null;
  /** Never listed, whatever the seller chooses: a proxy, a sealed product, no copies. */
  isLeftOut: boolean;
  /** As they stood in the file. */
  cells: readonly string[];
  /** Sentences: what to look at, or why it is rejected, with the column in front. */
  notes: string[];
}

/** What a row says in a field; empty where the file has no such column. */
export type Cell = (field: Field) => string;

export function cellsOf({ cells }: TableRow, columns: Columns): Cell {
  return (field) => {
    const place = columns[field];
    return place === undefined ? '' : (cells[place] ?? '').trim().replace(harmless, '');
  };
}

/** The apostrophe with which a writer, ours among them, keeps a spreadsheet from running a cell. */
const harmless = /^'(?=[=+\-@＝＋－＠\t\r])/;

const sealed = /\b(booster|elite trainer|box|bundle|tin|blister|theme deck|starter deck|collection)\b/i;

/** What is the same for every row of a file. */
interface Sheet {
  format: Format;
  /** Its prices have a decimal comma. */
  comma: boolean;
  /** Numbers of stock that were met, with their row. */
  seen: Map<string, number>;
  /** Cells in its header. */
  width: number;
}

/** Reads what a row says of its copies, and settles with its match how sure it is. */
export function understandRow({ row, line, cells }: TableRow, cell: Cell, { format, comma, seen, width }: Sheet, match: Match): StockRow {
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
  const currency = take('Currency', readCurrency(cell('currency'), format.currency)) ?? format.currency;
  const description = take('Description', readDescription(cell('description')));
  const own = {
    // In a file of one's own making the number that tells rows apart is the seller's; in an export it is that market's.
    sku: take('SKU', readText(oneLine(cell('ownSku') || (format.id === 'own' ? cell('sku') : '')), ownTexts.sku)),
    place: take('Place', readText(oneLine(cell('place')), ownTexts.place)),
    privateNote: take('Private note', readText(cell('privateNote'), ownTexts.privateNote)),
  };
  const reading = { comma, dollar: format.dollarSign ?? false };
  const amount = take('Price', readPrice(cell('price'), { ...reading, currency, isNeeded: format.needs.includes('price') }));
  const costCurrency = take('Cost currency', readCurrency(cell('costCurrency'), currency)) ?? currency;
  const cost = take('Cost', readCost(cell('cost'), { ...reading, currency: costCurrency }));
  const card = match.kind === 'sure' ? match.printing : null;
  const isSealed = match.kind === 'none' && cell('number') === '' && sealed.test(cell('name'));
  if (isSealed) notes.push('This is a sealed product, not a card; it is left out.');
  else if (match.kind === 'none') problems.push(`Card: ${match.why}`);
  else if (match.kind === 'doubtful') notes.push(`Card: ${match.why}`);
  const isProxy = /^(true|yes|1)$/i.test(cell('proxy'));
  if (isProxy) notes.push('This is marked as a proxy: not a real card, so it is not listed.');
  const finish = finishOf(card, said?.finish ?? (hasFinishColumn(format) ? readFinish(cell('finish'), format.ownFinishes) : undefined));
  notes.push(...finish.notes);
  if (card && (said?.isFirstEdition || /1st/i.test(cell('edition')))) notes.push(...noteOfEdition(card));
  const number = numberOfDate(cell('number'));
  if (number !== null) notes.push(`Number: a spreadsheet made a date of it; it was read as ${number}.`);
  if (cells.length < width) notes.push('The row has fewer cells than the header.');
  const sku = cell('sku') || null;
  const before = sku === null ? undefined : seen.get(sku);
  if (before !== undefined) notes.push(`The same number as row ${before}; its copies would be listed twice.`);
  else if (sku !== null) seen.set(sku, row);
  return {
    row,
    line,
    status: problems.length > 0 ? 'rejected' : notes.length > 0 ? 'doubtful' : 'sure',
    said: firstOf([cell('name'), cell('setName') || cell('setCode'), cell('number')].filter(Boolean).join(' · '), 200),
    card,
    candidates: match.kind === 'doubtful' ? match.candidates : [],
    condition: said?.condition ?? null,
    finish: finish.finish,
    language: language ?? 'en',
    quantity: quantity ?? 0,
    price: amount === null ? null : { amount, currency },
    cost: cost === null ? null : { amount: cost, currency: costCurrency },
    description,
    grading,
    sku,
    own,
    isLeftOut: isProxy || isSealed || quantity === 0,
    cells,
    notes: [...problems, ...notes],
  };
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ');

/** A blank cell of a foil column says "not foil"; a format without such a column says nothing. */
const hasFinishColumn = (format: Format) => format.columns.finish !== undefined;

function gradingOf(cell: Cell): StockRow['grading'] {
  const [, company, grade] = /^(PSA|BGS|CGC|SGC|TAG|ACE)?\s*(10|[1-9](?:\.5)?)$/i.exec(cell('grade')) ?? [];
  const grader = company ?? cell('grader');
  if (!grade || !grader) return null;
  return { company: grader.toUpperCase(), grade, ...(cell('certificate') && { certificate: cell('certificate') }) };
}
