import type { Printing } from '#features/catalogue/index.server.ts';
import { eachFlag } from '#features/catalogue/words.ts';
import { ownTexts } from '#features/listings/contract.ts';
import { firstOf } from '#kernel/first-of.ts';
import type { Currency } from '#kernel/numbers/money.ts';
import { halfWidth } from '#kernel/text/half-width.ts';
import { foreignLineOf, type RowMatch } from '../find-cards.ts';
import type { Note } from '../model/note.texts.ts';
import { yesOrNo } from '../read/flags.ts';
import type { Columns, Field, Format } from '../read/formats.ts';
import { copiesOfPlaysets } from '../read/playsets.ts';
import { type DecimalSign, readCost, readCurrency, readPrice } from '../read/prices.ts';
import type { TableRow } from '../read/read-table.ts';
import { type Read, readDescription, readQuantity, readText, shortened } from '../read/row-values.ts';
import { type CopyFacts, describedWith, parseCopy, type Taker } from './parse-copy.ts';

/** One parsed row of a file. `status`: list it, check it first, or never. */
export interface StockRow extends Omit<CopyFacts, 'label'> {
  /** 1 is the first row below the header. */
  row: number;
  line: number;
  status: 'sure' | 'doubtful' | 'rejected';
  /** The card's name in the file, shown to the seller. */
  said: string;
  card: Printing | null;
  candidates: Printing[];
  quantity: number;
  price: { amount: number; currency: Currency } | null;
  description: string | null;
  sku: string | null;
  /** Private fields of the seller. */
  own: { sku: string | null; place: string | null; privateNote: string | null };
  /** The seller's cost of one copy. */
  cost: { amount: number; currency: Currency } | null;
  /** Never listed, by any choice of the seller: a proxy, a sealed product, no copies. */
  isLeftOut: boolean;
  /** The cells of the file. */
  cells: readonly string[];
  /** What to check, or why it is rejected. */
  notes: Note[];
}

/** The value of a field in a row; empty where the file has no such column. */
export type Cell = (field: Field) => string;

export function cellsOf({ cells }: TableRow, columns: Columns, insteadOf: Columns = {}): Cell {
  const at = (place: number | undefined) =>
    place === undefined ? '' : (cells[place] ?? '').trim().replace(harmless, '');
  return (field) => {
    const said = at(columns[field]) || at(insteadOf[field]);
    return ownWords.has(field) ? said : halfWidth(said);
  };
}

/** Free text stays as written; names, numbers and values are normalised to half width. */
const ownWords: ReadonlySet<Field> = new Set<Field>([
  'description',
  'sku',
  'ownSku',
  'place',
  'privateNote',
  'certificate',
]);

/** The apostrophe by which a writer, ours too, prevents a spreadsheet from running a cell. */
const harmless = /^'(?=[=+\-@＝＋－＠\t\r])/;

const sealed = /\b(booster|elite trainer|box|bundle|tin|blister|theme deck|starter deck|collection)\b/i;

/** The values that are the same for every row of a file. */
export interface Sheet {
  format: Format;
  decimalSign: DecimalSign;
  /** SKUs already read, with their row. */
  seen: Map<string, number>;
  /** Cells in its header. */
  width: number;
  /** Columns about a copy for which a listing has no field. */
  asides: readonly { place: number; header: string }[];
}

/** Parses the copies of a row, and determines its status with its match. */
export function parseRow({ row, line, cells }: TableRow, cell: Cell, sheet: Sheet, match: RowMatch): StockRow {
  const { format, width } = sheet;
  const problems: Note[] = [];
  const notes: Note[] = [];
  const information: Note[] = [];
  const note = (one: Note) => void notes.push(one);
  const taking = (failed: Note[]) => (read: Read<unknown>) => {
    if ('error' in read) failed.push(read.error);
    else if (read.note) note(read.note);
    return 'error' in read ? null : read.value;
  };
  const take: Taker = {
    reject: taking(problems) as Taker['reject'],
    look: taking(notes) as Taker['look'],
    note,
    inform: (one) => void information.push(one),
  };
  const card = match.kind === 'sure' ? match.printing : null;
  const { label, ...copy } = parseCopy(cell, format, card, foreignLineOf(cell)?.language ?? null, take);
  const quantity = take.reject(readQuantity(cell('quantity')));
  const currency = take.reject(readCurrency(cell('currency'), format.currency)) ?? format.currency;
  const ownText = take.reject(readDescription(cell('description')));
  const own = ownTextsOf(cell, format, take);
  const { decimalSign } = sheet;
  const amount = take.reject(
    readPrice(cell('price'), {
      decimalSign,
      currency,
      isNeeded: format.needs.includes('price'),
      isStrict: format.strictPrices ?? false,
    }),
  );
  const costCurrency = take.reject(readCurrency(cell('costCurrency'), currency)) ?? currency;
  const cost = take.reject(readCost(cell('cost'), { decimalSign, currency: costCurrency }));
  const copies = copiesOfPlaysets(cell('playset'), { quantity: quantity ?? 0, amount, currency }, take);
  const isSealed = match.kind === 'none' && cell('number') === '' && sealed.test(cell('name'));
  if (isSealed) note({ code: 'sealed' });
  else if (match.kind === 'none') problems.push(match.why);
  else if (match.kind === 'doubtful') note(match.why);
  const isProxy = yesOrNo(cell('proxy')) ?? true;
  if (isProxy) note({ code: 'proxy' });
  if (match.number !== undefined) note({ code: 'number_was_date', params: { value: match.number } });
  if (cells.length < width) note({ code: 'fewer_cells' });
  noteAsides(cells, sheet, card, note);
  const sku = cell('sku') || null;
  const isNothing = quantity === 0;
  if (!isNothing) noteSameSku(sku, row, sheet, note);
  return {
    row,
    line,
    status: isNothing
      ? amount === null
        ? 'sure'
        : 'doubtful'
      : problems.length > 0
        ? 'rejected'
        : notes.length > 0
          ? 'doubtful'
          : 'sure',
    said: saidBy(cell),
    card,
    candidates: match.kind === 'doubtful' ? match.candidates : [],
    ...copy,
    quantity: copies.quantity,
    price: copies.amount === null ? null : { amount: copies.amount, currency },
    cost: cost === null ? null : { amount: cost, currency: costCurrency },
    description: format.id === 'sleeved' ? ownText : describedWith(ownText, { ...copy, label }),
    sku,
    own,
    isLeftOut: isProxy || isSealed || isNothing,
    cells,
    notes: [...(isNothing ? [] : problems), ...notes, ...information],
  };
}

/** A row whose cells are ambiguous because of its quotation marks. */
export function unreadableRow({ row, line, cells }: TableRow, why: Note): StockRow {
  return {
    ...{
      row,
      line,
      status: 'rejected' as const,
      said: shortened(cells.join(' ')),
      card: null,
      candidates: [],
      condition: null,
      finish: null,
    },
    ...{
      language: 'en',
      edition: null,
      ...eachFlag(() => false),
      grading: null,
      quantity: 0,
      price: null,
      cost: null,
    },
    ...{ description: null, sku: null, own: { sku: null, place: null, privateNote: null }, isLeftOut: false, cells },
    notes: [why],
  };
}

/** The card's name in the file. */
export const saidBy = (cell: Cell) =>
  firstOf(
    [
      cell('name') || (cell('cardmarketId') && `Cardmarket ${cell('cardmarketId')}`),
      cell('setName') || cell('setCode'),
      cell('number'),
    ]
      .filter(Boolean)
      .join(' · '),
    200,
  );

function ownTextsOf(cell: Cell, format: Format, take: Taker): StockRow['own'] {
  return {
    // In a custom file the number that distinguishes rows is the seller's; in an export it belongs to the service.
    sku: take.reject(
      readText(oneLine(cell('ownSku') || (format.id === 'own' ? cell('sku') : '')), ownTexts.sku, 'sku'),
    ),
    place: take.reject(readText(oneLine(cell('place')), ownTexts.place, 'place')),
    privateNote: take.reject(readText(cell('privateNote'), ownTexts.privateNote, 'privateNote')),
  };
}

function noteAsides(cells: readonly string[], { asides }: Sheet, card: Printing | null, note: Taker['note']): void {
  for (const { place, header } of asides) {
    const said = (cells[place] ?? '').trim();
    // A promo printing is another card of the catalogue, which the match has found.
    const isOfCard = /promo|textless/i.test(header) && (card?.variants.length ?? 0) > 0;
    if (yesOrNo(said) !== false && !isOfCard) note({ code: 'no_field', params: { header, value: shortened(said) } });
  }
}

function noteSameSku(sku: string | null, row: number, { seen }: Sheet, note: Taker['note']): void {
  const before = sku === null ? undefined : seen.get(sku);
  if (before !== undefined) note({ code: 'same_sku', params: { row: before } });
  else if (sku !== null) seen.set(sku, row);
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ');
