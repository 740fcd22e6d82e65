import type { Currency } from '#kernel/numbers/money.ts';
import { type Columns, type Field, type Format, headerKey } from './formats.ts';
import { formats } from './known-formats.ts';

/** How one seller reads a file of their own making. */
export interface OwnColumns {
  /** As `headerOf` writes it. */
  header: readonly string[];
  /** Field → the place of its column, 0 being the first. */
  columns: Columns;
  /** Of every card, where no column says so. */
  game: string | null;
  currency: Currency;
  /** Of every copy whose row says none; null where the rows without one wait. */
  condition: string | null;
}

/** What a file has to say of its rows. Without conditions they wait, or all get the one that their seller says. */
export const neededFields = ['name', 'quantity'] as const satisfies readonly Field[];

/** The last column of a file that we handed back: what is wrong with each row. */
export const problemHeader = 'What to put right';

/** A header as it is found again: spaces and capitals do not tell two files apart, nor what we have put at its end. */
export function headerOf(cells: readonly string[]): string[] {
  const own = cells.map((cell) => cell.trim().toLowerCase());
  return own.at(-1) === problemHeader.toLowerCase() ? own.slice(0, -1) : own;
}

export const isHeaderOf = ({ header }: OwnColumns, cells: readonly string[]) =>
  headerOf(cells).join('\n') === header.join('\n');

/** The format of a file that its seller explained. It takes the words for a condition of all the others. */
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

/** The words for a condition of all the formats together. */
export const allConditions: Format['conditions'] = Object.fromEntries(
  formats
    .toReversed()
    .flatMap(({ conditions }) => Object.entries(conditions))
    .filter(([word]) => /[a-z]/.test(word)),
);

/** Names under which a column is known, the surest first; headers as `headerKey` writes them. */
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
  signed: /^(signed|issigned|autograph|autographed|signature)$/,
  altered: /^(altered|isaltered|alter|alteredart|alteration)$/,
  misprint: /^(misprint|ismisprint|error)$/,
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
  // Notes and remarks are not among them: they are written for oneself, and this one is for buyers.
  description: /^(description|comments|comment)$/,
};

/** Which columns seem to hold what, for the seller to look at; each column is one field’s. */
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
