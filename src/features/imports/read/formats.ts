import { copyFlags } from '#features/catalogue/words.ts';
import type { Condition } from '#kernel/cards/conditions.ts';
import type { Currency } from '#kernel/numbers/money.ts';
import { formats } from './known-formats.ts';

/** The fields of a row, independent of their columns. */
export const fields = [
  'game',
  'setName',
  'setCode',
  'name',
  'number',
  'rarity',
  'condition',
  'finish',
  'edition',
  'language',
  'quantity',
  'price',
  'currency',
  'grade',
  'grader',
  'certificate',
  'externalId',
  'cardmarketId',
  'tcgplayerId',
  'sku',
  'proxy',
  ...copyFlags,
  'playset',
  'reverse',
  'graded',
  'description',
  'ownSku',
  'place',
  'privateNote',
  'cost',
  'costCurrency',
] as const;
export type Field = (typeof fields)[number];

export interface Format {
  id: string;
  label: string;
  /** Headers as `headerKey` writes them that no other format has together. */
  signature: readonly string[];
  columns: Partial<Record<Field, string>>;
  /** Without these nothing can be listed. */
  needs: readonly Field[];
  /** Where the file names none. */
  game?: string;
  currency: Currency;
  conditions: Readonly<Record<string, Condition>>;
  /** For every copy whose row has none, as its seller chose for the whole file. */
  usualCondition?: string;
  /** TCGplayer writes finish and edition behind the condition. */
  conditionCarriesFinish?: boolean;
  /** Finishes are spelt as in this app. */
  ownFinishes?: boolean;
  /** Prices are written as `12.50` only. */
  strictPrices?: boolean;
  /** The header of the column to read where a cell is blank. */
  insteadOf?: Partial<Record<Field, string>>;
  /** Headers of columns about a copy for which a listing has no field: a filled one makes the row doubtful. */
  asides?: readonly string[];
  /** With one of these headers the file may be of any game. */
  anyGameWith?: readonly string[];
  /** Leading letters of collector numbers are left out. */
  bareNumbers?: boolean;
}

/** `C:Card Name` → `ccardname`, `Market Price (As of …)` → `marketprice`; letters of every script stay. */
export const headerKey = (header: string) =>
  header
    .replace(/\([^)]*\)/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The format of a header row, and the column of each field; null for an unknown header. */
export function formatOf(header: readonly string[]): Format | null {
  const keys = new Set(header.map(headerKey));
  const format = formats.find(({ signature }) => signature.every((key) => keys.has(key)));
  if (!format?.anyGameWith?.some((key) => keys.has(key))) return format ?? null;
  const { game: _, ...ofAnyGame } = format;
  return ofAnyGame;
}

export type Columns = Partial<Record<Field, number>>;

/** The column index of each field. */
export function columnsOf(header: readonly string[], wanted: Format['columns']): Columns {
  const keys = header.map(headerKey);
  const places = Object.entries(wanted).map(([field, names]) => [field, placeOf(keys, names)] as const);
  return Object.fromEntries(places.filter(([, place]) => place >= 0));
}

/** The index of the first of `one|another` that exists; -1 for none. */
const placeOf = (keys: readonly string[], names: string) =>
  names
    .split('|')
    .map((name) => keys.indexOf(name))
    .find((place) => place >= 0) ?? -1;

/** The `asides` columns of a header, with their original names. */
export function asidesOf(header: readonly string[], { asides = [] }: Format): { place: number; header: string }[] {
  return header.flatMap((name, place) => (asides.includes(headerKey(name)) ? [{ place, header: name.trim() }] : []));
}
