import type { Currency } from '#kernel/money.ts';

/** What an import needs of a row, wherever the file puts it. */
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
  conditions: Readonly<Record<string, string>>;
  /** TCGplayer writes finish and edition behind the condition. */
  conditionCarriesFinish?: boolean;
  /** Finishes are spelt as this market spells them. */
  ownFinishes?: boolean;
  /** Deckbox writes its prices with a dollar sign. */
  dollarSign?: boolean;
}

/** `C:Card Name` → `ccardname`, `Market Price (As of …)` → `marketprice`. */
export const headerKey = (header: string) =>
  header
    .replace(/\([^)]*\)/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

const american = {
  nearmint: 'near_mint',
  lightlyplayed: 'light_played',
  moderatelyplayed: 'played',
  heavilyplayed: 'poor',
  damaged: 'poor',
};
/** The same scale in whole words. */
const worded = {
  mint: 'mint',
  nearmint: 'near_mint',
  excellent: 'excellent',
  good: 'good',
  lightplayed: 'light_played',
  played: 'played',
  poor: 'poor',
};
const european = { mt: 'mint', nm: 'near_mint', ex: 'excellent', gd: 'good', lp: 'light_played', pl: 'played', po: 'poor' };

/** `name=simplename`: field and header. */
const columns = (text: string): Partial<Record<Field, string>> => Object.fromEntries(text.split(' ').map((pair) => pair.split('=')));

/** The export formats that are known by their headers; the order settles nothing, since no file has two signatures. */
export const formats: readonly Format[] = [
  {
    id: 'sleeved',
    label: 'Sleeved stock',
    signature: ['listingid', 'cardid', 'setcode', 'certificate'],
    columns: columns(
      'sku=listingid externalId=cardid game=game setCode=setcode setName=set name=name number=number rarity=rarity condition=condition finish=finish language=language grader=grader grade=grade certificate=certificate quantity=quantity price=price currency=currency description=description ownSku=sku place=place privateNote=privatenote cost=cost costCurrency=costcurrency',
    ),
    needs: ['name', 'condition', 'quantity'],
    currency: 'USD',
    conditions: { ...worded, unknown: 'unknown' },
    ownFinishes: true,
  },
  {
    id: 'tcgplayer',
    label: 'TCGplayer pricing export',
    signature: ['tcgplayerid', 'productline', 'tcgmarketplaceprice'],
    columns: columns(
      'game=productline setName=setname name=productname number=number rarity=rarity condition=condition quantity=totalquantity price=tcgmarketplaceprice sku=tcgplayerid',
    ),
    needs: ['name', 'condition', 'quantity', 'price'],
    currency: 'USD',
    conditions: american,
    conditionCarriesFinish: true,
  },
  {
    id: 'tcgplayer-app',
    label: 'TCGplayer app collection',
    signature: ['simplename', 'printing', 'productid'],
    columns: columns(
      'name=name setName=set setCode=setcode number=cardnumber rarity=rarity finish=printing condition=condition language=language quantity=quantity tcgplayerId=productid sku=sku',
    ),
    needs: ['name', 'condition', 'quantity'],
    currency: 'USD',
    conditions: american,
  },
  {
    id: 'cardmarket',
    label: 'Cardmarket stock',
    signature: ['idarticle', 'idproduct', 'englishname'],
    columns: columns(
      'name=englishname setCode=exp setName=expname price=price language=language condition=condition finish=foil quantity=amount cardmarketId=idproduct sku=idarticle description=comments',
    ),
    needs: ['name', 'condition', 'quantity'],
    game: 'magic',
    currency: 'EUR',
    conditions: european,
  },
  {
    id: 'deckbox',
    label: 'Deckbox inventory',
    signature: ['tradelistcount', 'edition', 'artistproof'],
    columns: columns(
      'name=name setName=edition setCode=editioncode number=cardnumber condition=condition language=language finish=foil quantity=count price=myprice',
    ),
    needs: ['name', 'condition', 'quantity'],
    game: 'magic',
    currency: 'USD',
    conditions: { mint: 'mint', nearmint: 'near_mint', goodlightlyplayed: 'light_played', played: 'played', heavilyplayed: 'poor', poor: 'poor' },
    dollarSign: true,
  },
  {
    id: 'moxfield',
    label: 'Moxfield collection',
    signature: ['tradelistcount', 'edition', 'alter', 'proxy'],
    columns: columns('name=name setCode=edition number=collectornumber condition=condition language=language finish=foil quantity=count proxy=proxy'),
    needs: ['name', 'condition', 'quantity'],
    game: 'magic',
    currency: 'USD',
    conditions: { mint: 'mint', ...american },
  },
  {
    id: 'manabox',
    label: 'ManaBox collection',
    signature: ['bindername', 'manaboxid', 'scryfallid'],
    columns: columns(
      'name=name setCode=setcode setName=setname number=collectornumber finish=foil rarity=rarity quantity=quantity externalId=scryfallid condition=condition language=language',
    ),
    needs: ['name', 'condition', 'quantity'],
    game: 'magic',
    currency: 'USD',
    conditions: worded,
  },
  {
    id: 'dragonshield',
    label: 'Dragon Shield collection',
    signature: ['foldername', 'tradequantity', 'printing'],
    columns: columns(
      'name=cardname setCode=setcode setName=setname number=cardnumber condition=condition finish=printing language=language quantity=quantity',
    ),
    needs: ['name', 'condition', 'quantity'],
    game: 'magic',
    currency: 'USD',
    conditions: worded,
  },
  {
    id: 'archidekt',
    label: 'Archidekt collection',
    signature: ['editionname', 'multiverseid', 'scryfallid'],
    columns: columns(
      'name=name setCode=editioncode setName=editionname number=collectornumber finish=finish condition=condition language=language quantity=quantity externalId=scryfallid',
    ),
    needs: ['name', 'condition', 'quantity'],
    game: 'magic',
    currency: 'USD',
    conditions: { m: 'mint', nm: 'near_mint', lp: 'light_played', mp: 'played', hp: 'poor', d: 'poor' },
  },
  {
    id: 'collectr',
    label: 'Collectr export',
    signature: ['portfolioname', 'variance', 'cardcondition'],
    columns: columns(
      'game=category setName=set name=productname number=cardnumber rarity=rarity finish=variance edition=variance grade=grade condition=cardcondition quantity=quantity',
    ),
    needs: ['name', 'condition', 'quantity'],
    currency: 'USD',
    conditions: american,
  },
  {
    id: 'ebay',
    label: 'eBay listing template',
    signature: ['action', 'ccardname', 'ccardnumber'],
    columns: columns(
      'game=cgame setName=cset name=ccardname number=ccardnumber rarity=crarity finish=cfinish edition=cfeatures language=clanguage condition=ccardcondition grader=cprofessionalgrader grade=cgrade certificate=cdacertificationnumber quantity=quantity price=startprice sku=customlabel',
    ),
    needs: ['name', 'quantity', 'price'],
    currency: 'USD',
    conditions: {
      nearmintorbetter: 'near_mint',
      lightlyplayedexcellent: 'excellent',
      moderatelyplayedverygood: 'good',
      heavilyplayedpoor: 'poor',
      ...american,
    },
  },
];

/** The format that a header row belongs to, and which column holds which field; null for none that is known. */
export function formatOf(header: readonly string[]): Format | null {
  const keys = new Set(header.map(headerKey));
  return formats.find(({ signature }) => signature.every((key) => keys.has(key))) ?? null;
}

export type Columns = Partial<Record<Field, number>>;

/** The place of each field in a row. */
export function columnsOf(header: readonly string[], format: Format): Columns {
  const keys = header.map(headerKey);
  const places = Object.entries(format.columns).map(([field, key]) => [field, keys.indexOf(key)] as const);
  return Object.fromEntries(places.filter(([, place]) => place >= 0));
}
