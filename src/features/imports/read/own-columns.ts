import { copyFlagDefinitions, eachFlag } from '#features/catalogue/words.ts';
import type { Currency } from '#kernel/numbers/money.ts';
import { type Columns, type Field, type Format, headerKey } from './formats.ts';
import { formats } from './known-formats.ts';

/** A seller's column definitions for a custom file. */
export interface OwnColumns {
  /** As `headerOf` writes it. */
  header: readonly string[];
  /** The column index of each field, 0 being the first. */
  columns: Columns;
  /** For every card, where no column names the game. */
  game: string | null;
  currency: Currency;
  /** For every copy whose row has none; null lets such rows wait. */
  condition: string | null;
}

/** The required fields of a file. Without conditions the rows wait, or all get the one that the seller chose. */
export const neededFields = ['name', 'quantity'] as const satisfies readonly Field[];

/** The last column of a downloaded file: the problem of each row. */
export const problemHeader = 'What to put right';

/** A header in the form that identifies it: without spaces, case, and the problem column that a download adds. */
export function headerOf(cells: readonly string[]): string[] {
  const own = cells.map((cell) => cell.trim().toLowerCase());
  return own.at(-1) === problemHeader.toLowerCase() ? own.slice(0, -1) : own;
}

export const isHeaderOf = ({ header }: OwnColumns, cells: readonly string[]) =>
  headerOf(cells).join('\n') === header.join('\n');

/** The format of a file that its seller explained. It accepts the condition words of all known formats. */
export function ownFormat({ columns, game, currency, condition }: OwnColumns): Format {
  return {
    id: 'own',
    label: 'your own columns',
    signature: [],
    columns: Object.fromEntries(Object.keys(columns).map((field) => [field, field])),
    needs: neededFields,
    ...(game !== null && { game }),
    currency,
    conditions: allConditions,
    ...(condition !== null && { usualCondition: condition }),
  };
}

/** The condition words of all formats. */
export const allConditions: Format['conditions'] = Object.fromEntries(
  formats
    .toReversed()
    .flatMap(({ conditions }) => Object.entries(conditions))
    .filter(([word]) => /[a-z]/.test(word)),
);

/** Usual headers of each field, the surest first, as `headerKey` writes them. */
const usual: Partial<Record<Field, RegExp>> = {
  name: /^(cardname|name|card|cardtitle|productname|title|simplename|englishname|kartenname|nomdelacarte|nom|nombre|carta|カード名|カード|商品名|卡名|카드이름|카드명)$/,
  quantity:
    /^(quantity|qty|count|amount|copies|stock|instock|have|numberofcopies|groupcount|menge|anzahl|quantite|cantidad|quantita|枚数|数量|在庫|수량)$/,
  condition:
    /^(condition|cond|cardcondition|quality|grade|zustand|etat|estado|condizione|状態|コンディション|品相|상태)$/,
  setName:
    /^(setname|set|edition|editionname|expansion|expansionname|series|expname|extension|edicion|espansione|セット|エキスパンション|系列)$/,
  setCode: /^(setcode|code|editioncode|exp|setabbr|setabbreviation|setid|expansioncode)$/,
  number: /^(collectornumber|cardnumber|number|no|num|cn|collectorno|cardno|nummer|numero|番号|カード番号|編號|번호)$/,
  finish: /^(finish|foil|printing|variant|variance|treatment|isfoil|premium|加工)$/,
  language: /^(language|lang|idlanguage|sprache|langue|idioma|lingua|言語|语言|언어)$/,
  price:
    /^(price|myprice|askingprice|sellprice|listprice|startprice|unitprice|preis|prix|precio|prezzo|価格|販売価格|价格|가격)$/,
  currency: /^(currency|pricecurrency|wahrung|währung)$/,
  game: /^(game|productline|category|tcg)$/,
  rarity: /^(rarity|レアリティ)$/,
  edition: /^(1stedition|firstedition|isfirsted|firsted|1sted|printrun|printedition)$/,
  ...eachFlag((flag) => copyFlagDefinitions[flag].fileHeaders),
  playset: /^(playset|isplayset)$/,
  reverse: /^(reverseholo|isreverseholo|reverse)$/,
  grader: /^(grader|gradingcompany|gradedby|professionalgrader)$/,
  certificate: /^(certificate|cert|certno|certnumber|certification|certificationnumber)$/,
  externalId: /^(scryfallid|cardid)$/,
  cardmarketId: /^(idproduct|cardmarketid|mkmid)$/,
  tcgplayerId: /^(tcgplayerid|tcgplayerproductid|productid)$/,
  proxy: /^(proxy|isproxy)$/,
  sku: /^(sku|customlabel|stocknumber)$/,
  place: /^(place|location|box|bin|shelf|storage|lagerort)$/,
  cost: /^(cost|costprice|paid|purchaseprice)$/,
  // Notes and remarks are left out, since they are often private, and the description is public.
  description: /^(description|comments|comment)$/,
};

/** Suggests the columns of fields for the seller to check; each column belongs to one field. */
export function suggestColumns(header: readonly string[]): Columns {
  const keys = header.map((cell) =>
    headerKey(cell)
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .normalize('NFC'),
  );
  const taken = new Set<number>();
  const found = Object.entries(usual).flatMap(([field, words]) => {
    const place = keys.findIndex((key, n) => words.test(key) && !taken.has(n));
    if (place === -1) return [];
    taken.add(place);
    return [[field, place] as const];
  });
  return Object.fromEntries(found);
}
