import type { Currency } from '#kernel/money.ts';
import { type Columns, type Field, type Format, formats, headerKey } from './formats.ts';

/** How one seller reads a file of their own making. */
export interface OwnColumns {
  /** As `headerOf` writes it. */
  header: readonly string[];
  /** Field → the place of its column, 0 being the first. */
  columns: Columns;
  /** Of every card, where no column says so. */
  game: string | null;
  currency: Currency;
}

/** What a file has to say before anything can be listed. */
export const neededFields = ['name', 'condition', 'quantity'] as const satisfies readonly Field[];

/** The last column of a file that we handed back: what is wrong with each row. */
export const problemHeader = 'What to put right';

/** A header as it is found again: spaces and capitals do not tell two files apart, nor what we have put at its end. */
export function headerOf(cells: readonly string[]): string[] {
  const own = cells.map((cell) => cell.trim().toLowerCase());
  return own.at(-1) === problemHeader.toLowerCase() ? own.slice(0, -1) : own;
}

export const isHeaderOf = ({ header }: OwnColumns, cells: readonly string[]) => headerOf(cells).join('\n') === header.join('\n');

/** The format of a file that its seller explained. It takes the words for a condition of all the others. */
export function ownFormat({ columns, game, currency }: OwnColumns): Format {
  return {
    id: 'own',
    label: 'your own columns',
    signature: [],
    columns: Object.fromEntries(Object.keys(columns).map((field) => [field, field])),
    needs: neededFields,
    ...(game !== null && { game }),
    currency,
    conditions: allConditions,
    dollarSign: currency === 'USD',
  };
}

/** The words for a condition of all the formats together. */
export const allConditions: Format['conditions'] = Object.assign({}, ...formats.map(({ conditions }) => conditions).reverse());

/** Names under which a column is known, the surest first. */
const usual: Partial<Record<Field, RegExp>> = {
  name: /^(cardname|name|card|productname|title|simplename|englishname)$/,
  quantity: /^(quantity|qty|count|amount|copies|stock|instock|have|number ?of ?copies|menge|anzahl)$/,
  condition: /^(condition|cond|cardcondition|quality|grade|zustand)$/,
  setName: /^(setname|set|edition|editionname|expansion|series|expname)$/,
  setCode: /^(setcode|code|editioncode|exp|setabbr|setabbreviation)$/,
  number: /^(collectornumber|cardnumber|number|no|num|cn|collectorno)$/,
  finish: /^(finish|foil|printing|variant|variance|treatment|isfoil)$/,
  language: /^(language|lang|sprache)$/,
  price: /^(price|myprice|askingprice|sellprice|listprice|startprice|unitprice|preis)$/,
  currency: /^(currency|pricecurrency)$/,
  game: /^(game|productline|category|tcg)$/,
  rarity: /^rarity$/,
  grader: /^(grader|gradingcompany|professionalgrader)$/,
  certificate: /^(certificate|cert|certnumber|certification|certificationnumber)$/,
  externalId: /^(scryfallid|cardid)$/,
  sku: /^(sku|customlabel|stocknumber)$/,
  place: /^(place|location|box|bin|shelf|storage|lagerort)$/,
  cost: /^(cost|costprice|paid|purchaseprice)$/,
  // Notes and remarks are not among them: they are written for oneself, and this one is for buyers.
  description: /^(description|comments|comment)$/,
};

/** Which columns seem to hold what, for the seller to look at; each column is one field’s. */
export function suggestColumns(header: readonly string[]): Columns {
  const keys = header.map(headerKey);
  const taken = new Set<number>();
  const found = Object.entries(usual).flatMap(([field, words]) => {
    const place = keys.findIndex((key, n) => words.test(key) && !taken.has(n));
    if (place === -1) return [];
    taken.add(place);
    return [[field, place] as const];
  });
  return Object.fromEntries(found);
}
