import { copyFlagNames, copyFlags } from '#features/catalogue/words.ts';
import { conditions } from '#kernel/cards/conditions.ts';
import type { Field, Format } from './formats.ts';

const american: Format['conditions'] = {
  nearmint: 'near_mint',
  lightlyplayed: 'light_played',
  moderatelyplayed: 'played',
  heavilyplayed: 'poor',
  damaged: 'poor',
};
/** The same scale in whole words. */
const worded: Format['conditions'] = {
  mint: 'mint',
  nearmint: 'near_mint',
  excellent: 'excellent',
  good: 'good',
  lightplayed: 'light_played',
  played: 'played',
  poor: 'poor',
};
/** Cardmarket's letters, and its numbers for them. */
const european: Format['conditions'] = {
  ...{ mt: 'mint', nm: 'near_mint', ex: 'excellent', gd: 'good', lp: 'light_played', pl: 'played', po: 'poor' },
  ...{ 1: 'mint', 2: 'near_mint', 3: 'excellent', 4: 'good', 5: 'light_played', 6: 'played', 7: 'poor' },
};

/** `name=simplename`: field and header, or several alternative headers. */
const columns = (text: string): Partial<Record<Field, string>> =>
  Object.fromEntries(text.split(' ').map((pair) => pair.split('=')));

/** Headers in a file of ours are the names of the flags. */
const flagColumns = copyFlags
  .map((flag) => `${flag}=${copyFlagNames[flag].replaceAll(' ', '').toLowerCase()}`)
  .join(' ');

/** The known export formats, by their headers. Their order does not matter, since no file has two signatures. */
export const formats: readonly Format[] = [
  {
    id: 'sleeved',
    label: 'Sleeved stock',
    signature: ['listingid', 'cardid', 'setcode', 'certificate'],
    columns: columns(
      `sku=listingid externalId=cardid game=game setCode=setcode setName=set name=name number=number rarity=rarity condition=condition finish=finish language=language grader=grader grade=grade certificate=certificate quantity=quantity price=price currency=currency description=description ownSku=sku place=storagelocation|place privateNote=privatenote cost=costpercard|cost costCurrency=costcurrency edition=edition ${flagColumns}`,
    ),
    needs: ['name', 'condition', 'quantity'],
    currency: 'USD',
    conditions: Object.fromEntries(conditions.map((condition) => [condition.replaceAll('_', ''), condition])),
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
    strictPrices: true,
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
      'name=englishname setCode=exp setName=expname price=price language=language condition=condition finish=foil quantity=amount cardmarketId=idproduct sku=idarticle description=comments signed=signed altered=altered playset=playset reverse=reverseholo|isreverseholo edition=firsted|firstedition|isfirsted',
    ),
    needs: ['name', 'condition', 'quantity'],
    game: 'magic',
    anyGameWith: ['reverseholo', 'isreverseholo', 'firsted', 'firstedition', 'isfirsted'],
    currency: 'EUR',
    conditions: european,
  },
  {
    id: 'cardmarket-products',
    label: 'Cardmarket stock by product',
    signature: ['idproduct', 'groupcount', 'idlanguage'],
    columns: columns(
      'cardmarketId=idproduct quantity=groupcount price=price language=idlanguage condition=condition finish=isfoil signed=issigned altered=isaltered playset=isplayset reverse=isreverseholo edition=isfirsted description=comments',
    ),
    needs: ['cardmarketId', 'condition', 'quantity'],
    asides: ['isfullart', 'isuberrare', 'iswithdie'],
    currency: 'EUR',
    conditions: european,
  },
  {
    id: 'deckbox',
    label: 'Deckbox inventory',
    signature: ['tradelistcount', 'edition', 'artistproof'],
    columns: columns(
      'name=name setName=edition setCode=editioncode number=cardnumber condition=condition language=language finish=foil quantity=count price=myprice signed=signed altered=alteredart misprint=misprint externalId=scryfallid tcgplayerId=tcgplayerid',
    ),
    needs: ['name', 'condition', 'quantity'],
    game: 'magic',
    currency: 'USD',
    conditions: {
      mint: 'mint',
      nearmint: 'near_mint',
      goodlightlyplayed: 'light_played',
      played: 'played',
      heavilyplayed: 'poor',
      poor: 'poor',
    },
    asides: ['artistproof', 'promo', 'textless'],
    bareNumbers: true,
  },
  {
    id: 'moxfield',
    label: 'Moxfield collection',
    signature: ['tradelistcount', 'edition', 'alter', 'proxy'],
    columns: columns(
      'name=name setCode=edition number=collectornumber condition=condition language=language finish=foil quantity=count proxy=proxy altered=alter',
    ),
    needs: ['name', 'condition', 'quantity'],
    game: 'magic',
    currency: 'USD',
    conditions: { mint: 'mint', ...american, goodlightlyplayed: 'light_played', played: 'played' },
  },
  {
    id: 'manabox',
    label: 'ManaBox collection',
    signature: ['manaboxid', 'setcode', 'collectornumber'],
    columns: columns(
      'name=name setCode=setcode setName=setname number=collectornumber finish=foil rarity=rarity quantity=quantity externalId=scryfallid condition=condition language=language misprint=misprint altered=altered signed=signed',
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
    anyGameWith: ['foldername'],
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
      'game=cgame setName=cset name=ccardname number=ccardnumber rarity=crarity finish=cfinish edition=cfeatures language=clanguage signed=cautographed|csigned graded=cgraded condition=ccardcondition grader=cprofessionalgrader grade=cgrade certificate=cdacertificationnumber quantity=quantity price=startprice sku=customlabel',
    ),
    needs: ['name', 'quantity', 'price'],
    currency: 'USD',
    conditions: {
      nearmintorbetter: 'near_mint',
      lightlyplayedexcellent: 'excellent',
      moderatelyplayedverygood: 'good',
      heavilyplayedpoor: 'poor',
      ...american,
      400010: 'near_mint',
      400015: 'excellent',
      400016: 'good',
      400017: 'poor',
    },
    insteadOf: { grader: 'cdprofessionalgrader', grade: 'cdgrade', condition: 'cdcardcondition' },
  },
  {
    id: 'mtggoldfish',
    label: 'MTGGoldfish collection',
    signature: ['card', 'setid', 'setname', 'foil'],
    columns: columns(
      'name=card setCode=setid setName=setname quantity=quantity finish=foil number=collectornumber externalId=scryfallid',
    ),
    needs: ['name', 'quantity'],
    asides: ['variation'],
    game: 'magic',
    currency: 'USD',
    conditions: {},
  },
  {
    id: 'topdecked',
    label: 'TopDecked collection',
    signature: ['setcode', 'acquireddate', 'alteration'],
    columns: columns(
      'name=name setCode=setcode setName=setname number=collectornumber finish=finish rarity=rarity externalId=id quantity=quantity language=lang condition=condition signed=signing altered=alteration',
    ),
    needs: ['name', 'condition', 'quantity'],
    game: 'magic',
    currency: 'USD',
    conditions: { mint: 'mint', ...american, slightlyplayed: 'light_played' },
  },
];
