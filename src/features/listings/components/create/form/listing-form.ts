import type { CardChoice } from '#features/catalogue/widgets.tsx';
import { type CopyFlag, eachFlag, pickFlags } from '#features/catalogue/words.ts';
import { type Currency, currencies, decimalOf, type Money } from '#kernel/numbers/money.ts';
import type { Listing } from '../../../contract.ts';
import { usualWindowHours } from '../../../model/listing.rules.ts';

export interface PostRow {
  name: string;
  price: string;
  tracked: boolean;
}

/** Everything that is typed or chosen, as text: nothing is lost by not being readable yet. */
export interface ListingForm extends Record<CopyFlag, boolean> {
  card: CardChoice | null;
  isFree: boolean;
  game: string;
  name: string;
  setName: string;
  number: string;
  title: string;
  condition: string;
  finish: string;
  language: string;
  edition: string;
  isGraded: boolean;
  company: string;
  grade: string;
  certificate: string;
  corners: string;
  edges: string;
  surface: string;
  centring: string;
  front: boolean;
  back: boolean;
  price: string;
  currency: Currency;
  quantity: string;
  /** The copies are counted in sets of four, and the price is for a set. */
  playset: boolean;
  posts: PostRow[];
  acceptsOffers: boolean;
  offerWindowHours: string;
  offerFloor: string;
  autoAccept: string;
  autoDecline: string;
  description: string;
  sku: string;
  place: string;
  privateNote: string;
  cost: string;
  costCurrency: string;
}

export const emptyForm: ListingForm = {
  card: null,
  isFree: false,
  game: '',
  name: '',
  setName: '',
  number: '',
  title: '',
  condition: '',
  finish: '',
  language: 'en',
  edition: '',
  ...eachFlag(() => false),
  isGraded: false,
  company: '',
  grade: '',
  certificate: '',
  corners: '',
  edges: '',
  surface: '',
  centring: '',
  front: false,
  back: false,
  price: '',
  currency: 'USD',
  quantity: '1',
  playset: false,
  posts: [{ name: 'Standard letter', price: '', tracked: false }],
  acceptsOffers: true,
  offerWindowHours: String(usualWindowHours),
  offerFloor: '',
  autoAccept: '',
  autoDecline: '',
  description: '',
  sku: '',
  place: '',
  privateNote: '',
  cost: '',
  costCurrency: '',
};

/** What stays for the next card of the same pile. */
export function nextForm(form: ListingForm): ListingForm {
  const { condition, language, posts, currency, acceptsOffers, offerWindowHours, game, setName, isFree } = form;
  return {
    ...emptyForm,
    condition,
    language,
    posts,
    currency,
    acceptsOffers,
    offerWindowHours,
    ...(isFree ? { isFree, game, setName } : {}),
  };
}

const written = (amount: Money | null | undefined) => (amount ? decimalOf(amount.amount) : '');

export function formOf(listing: Listing): ListingForm {
  const { card, grading, checklist, price } = listing;
  return {
    card: card && { ...card, artUrl: null },
    isFree: card === null,
    game: listing.game,
    name: listing.name,
    setName: listing.setName ?? '',
    number: listing.number ?? '',
    // When omitted, the server leaves a custom title and renews a generated one.
    title: '',
    condition: listing.condition,
    finish: listing.finish ?? '',
    language: listing.language,
    edition: listing.edition ?? '',
    ...pickFlags(listing),
    isGraded: grading !== null,
    company: grading?.company ?? '',
    grade: grading ? String(grading.grade) : '',
    certificate: grading?.certificate ?? '',
    corners: checklist?.corners ?? '',
    edges: checklist?.edges ?? '',
    surface: checklist?.surface ?? '',
    centring: checklist?.centring ?? '',
    front: checklist?.front ?? false,
    back: checklist?.back ?? false,
    price: decimalOf(price.amount),
    currency: price.currency,
    quantity: String(listing.quantity),
    playset: false,
    // The methods of a seller's table are not the listing's own.
    posts: (listing.shipsTo === null ? listing.shipping : []).map((option) => ({
      name: option.name,
      price: decimalOf(option.price.amount),
      tracked: option.tracked,
    })),
    acceptsOffers: listing.acceptsOffers,
    offerWindowHours: String(listing.offerWindowHours ?? usualWindowHours),
    offerFloor: written(listing.offerFloor),
    autoAccept: written(listing.autoAccept),
    autoDecline: written(listing.autoDecline),
    description: listing.description ?? '',
    sku: listing.sku ?? '',
    place: listing.place ?? '',
    privateNote: listing.privateNote ?? '',
    cost: written(listing.cost),
    costCurrency: listing.cost?.currency ?? '',
  };
}

/** Reads the plain form, sent without scripts. */
export function formFromData(data: FormData): ListingForm {
  const text = (name: string) => String(data.get(name) ?? '').trim();
  const currency = currencies.find((code) => code === text('currency')) ?? 'USD';
  const names = data.getAll('postName').map(String);
  const prices = data.getAll('postPrice').map(String);
  const tracked = new Set(data.getAll('postTracked').map(String));
  const cardId = text('catalogueCardId');
  return {
    ...emptyForm,
    card: cardId
      ? {
          id: cardId,
          game: '',
          setCode: null,
          setName: null,
          number: null,
          name: text('name'),
          rarity: null,
          finishes: [],
          artUrl: null,
        }
      : null,
    isFree: !cardId,
    game: text('game'),
    name: text('name'),
    setName: text('setName'),
    number: text('number'),
    title: text('title'),
    condition: text('condition'),
    finish: text('finish'),
    language: text('language') || 'en',
    edition: text('edition'),
    ...eachFlag((flag) => data.get(flag) !== null),
    isGraded: text('company') !== '' || text('grade') !== '',
    company: text('company'),
    grade: text('grade'),
    certificate: text('certificate'),
    corners: text('corners'),
    edges: text('edges'),
    surface: text('surface'),
    centring: text('centring'),
    front: data.get('front') !== null,
    back: data.get('back') !== null,
    price: text('price'),
    currency,
    quantity: text('quantity') || '1',
    playset: data.get('playset') !== null,
    posts: names.map((name, at) => ({ name, price: prices[at] ?? '', tracked: tracked.has(String(at)) })),
    acceptsOffers: data.get('acceptsOffers') !== null,
    offerWindowHours: text('offerWindowHours') || emptyForm.offerWindowHours,
    offerFloor: text('offerFloor'),
    autoAccept: text('autoAccept'),
    autoDecline: text('autoDecline'),
    description: text('description').replaceAll('\r\n', '\n'),
    sku: text('sku'),
    place: text('place'),
    privateNote: text('privateNote').replaceAll('\r\n', '\n'),
    cost: text('cost'),
    costCurrency: text('costCurrency'),
  };
}
