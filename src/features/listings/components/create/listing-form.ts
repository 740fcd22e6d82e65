import { type Currency, currencies, decimalOf, type Money, parseMoney } from '#kernel/money.ts';
import { type Checklist, offersChecklist, saidOf, wearGrades } from '../../checklist.ts';
import type { CreateListingInput, Grading, Listing } from '../../contract.ts';
import { conditions, listingLimits as limits, listingGames, usualWindowHours } from '../../listing.rules.ts';

/** A card of the catalogue as the form keeps it. */
export interface CardChoice {
  id: string;
  game: string;
  setCode: string | null;
  setName: string | null;
  number: string | null;
  name: string;
  rarity: string | null;
  finishes: string[];
  artUrl: string | null;
}

export interface PostRow {
  name: string;
  price: string;
  tracked: boolean;
}

/** Everything that is typed or chosen, as text: nothing is lost by not being readable yet. */
export interface ListingForm {
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
  return { ...emptyForm, condition, language, posts, currency, acceptsOffers, offerWindowHours, ...(isFree ? { isFree, game, setName } : {}) };
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
    // Left out, the server keeps a title of one's own and renews one that was made from the card.
    title: '',
    condition: listing.condition,
    finish: listing.finish ?? '',
    language: listing.language,
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
    posts: listing.shipping.map((option) => ({ name: option.name, price: decimalOf(option.price.amount), tracked: option.tracked })),
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
      ? { id: cardId, game: '', setCode: null, setName: null, number: null, name: text('name'), rarity: null, finishes: [], artUrl: null }
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

export type FormErrors = Record<string, string>;

const noPrice = 'Enter the price as an amount, such as 34.50.';

const noPostage = 'Write what the buyer pays for this post: 0 where you pay it yourself.';

/** What the server is asked to make, and what is plainly missing or unreadable, by field. Everything else the server judges. */
export function inputOf(form: ListingForm): { input: CreateListingInput; errors: FormErrors } {
  const errors: FormErrors = {};
  const money = (name: string, text: string, missing: string) => {
    const amount = parseMoney(text);
    if (amount === null) errors[name] = text.trim() ? 'This is not an amount. Write it like 34.50.' : missing;
    return { amount: amount ?? 0, currency: form.currency };
  };
  if (form.isFree) {
    if (!(listingGames as readonly string[]).includes(form.game)) errors.game = 'Choose the game.';
    if (!form.name.trim()) errors.name = 'Write the card’s name.';
  } else if (!form.card) errors.card = 'Choose the card, or describe it yourself.';
  if (!(conditions as readonly string[]).includes(form.condition)) errors.condition = 'Choose the condition.';
  const price = money('price', form.price, noPrice);
  const quantity = /^\d{1,4}$/.test(form.quantity.trim()) ? Number(form.quantity) : Number.NaN;
  if (!(quantity >= 1 && quantity <= limits.maxQuantity)) errors.quantity = `The quantity must be a whole number from 1 to ${limits.maxQuantity}.`;
  const shipping = writtenPosts(form).map(({ post, at }) => {
    if (!post.name.trim()) errors[`shipping.${at}.name`] = 'Name this way of sending.';
    return { name: post.name.trim(), price: money(`shipping.${at}.price`, post.price, noPostage), tracked: post.tracked };
  });
  const ofOffers = (name: 'offerFloor' | 'autoAccept' | 'autoDecline') =>
    form.acceptsOffers && form[name].trim() ? money(name, form[name], '') : null;
  const description = form.description.trim();
  const input: CreateListingInput = {
    ...(form.isFree || !form.card
      ? {
          game: form.game as NonNullable<CreateListingInput['game']>,
          name: form.name.trim(),
          setName: form.setName.trim() || null,
          number: form.number.trim() || null,
        }
      : { catalogueCardId: form.card.id }),
    ...(form.title.trim() ? { title: form.title.trim() } : {}),
    condition: form.condition,
    finish: (form.finish || null) as CreateListingInput['finish'],
    language: form.language,
    grading: form.isGraded ? gradingOf(form, errors) : null,
    checklist: checklistOf(form),
    quantity,
    price,
    shipping,
    acceptsOffers: form.acceptsOffers,
    offerWindowHours: Number(form.offerWindowHours) as CreateListingInput['offerWindowHours'],
    offerFloor: ofOffers('offerFloor'),
    autoAccept: ofOffers('autoAccept'),
    autoDecline: ofOffers('autoDecline'),
    description: description || null,
    sku: form.sku.trim() || null,
    place: form.place.trim() || null,
    privateNote: form.privateNote.trim() || null,
    cost: form.cost.trim() ? { ...money('cost', form.cost, ''), currency: costCurrencyOf(form) } : null,
  };
  return { input, errors };
}

/** In which they paid: what is chosen, or else the currency of the price. */
export const costCurrencyOf = ({ costCurrency, currency }: Pick<ListingForm, 'costCurrency' | 'currency'>): Currency =>
  currencies.find((code) => code === costCurrency) ?? currency;

/** The cheapest way of sending as far as it is written; null until each of them has its price. Without any the price includes it. */
export function postOfForm(form: ListingForm): Money | null {
  const amounts = writtenPosts(form).map(({ post }) => parseMoney(post.price));
  if (amounts.includes(null)) return null;
  return { amount: amounts.length > 0 ? Math.min(...amounts.map(Number)) : 0, currency: form.currency };
}

/** The ways of sending and the rows in which they stand: one that nothing was written into is none. */
function writtenPosts({ posts }: ListingForm): { post: PostRow; at: number }[] {
  return posts.flatMap((post, at) => (post.name.trim() || post.price.trim() ? [{ post, at }] : []));
}

/** Null where nothing was looked at. */
function checklistOf(form: ListingForm): Checklist | null {
  const { corners, edges, surface, centring, front, back } = form;
  const read = (typed: string) => wearGrades.find((grade) => grade === typed) ?? null;
  return saidOf({ corners: read(corners), edges: read(edges), surface: read(surface), centring: read(centring), front, back });
}

/** Whether the form offers the checklist: from a price up, while there is none yet, and where it was filled in. Without scripts always. */
export function showsChecklist(form: ListingForm): boolean {
  const amount = parseMoney(form.price);
  return amount === null || offersChecklist({ amount, currency: form.currency }) || checklistOf(form) !== null;
}

function gradingOf(form: ListingForm, errors: FormErrors): Grading {
  const grade = form.grade.trim();
  if (!form.company.trim()) errors['grading.company'] = 'Write who graded it, such as PSA.';
  if (!grade) errors['grading.grade'] = 'Write the grade on the label.';
  const certificate = form.certificate.trim();
  return { company: form.company.trim(), grade: /^\d+(\.\d)?$/.test(grade) ? Number(grade) : grade, ...(certificate ? { certificate } : {}) };
}

export const steps = [
  ['photos', 'Photos'],
  ['card', 'Card'],
  ['condition', 'Condition'],
  ['price', 'Price'],
  ['check', 'Check'],
] as const;
export type Step = (typeof steps)[number][0];

/** On which step a field stands, so that its mistake can be shown there. */
export function stepOf(field: string): Step {
  if (field === 'photos') return 'photos';
  if (/^(condition|grading|checklist|description)/.test(field)) return 'condition';
  if (/^(price|quantity|shipping|offer|auto|acceptsOffers|currency|sku|place|privateNote|cost)/.test(field)) return 'price';
  return 'card';
}

/** The server names fields by path; a money field's parts are one field here, and the card has one place. */
export function fieldOf(path: string): string {
  if (path === 'catalogueCardId') return 'card';
  return path.replace(/\.(amount|currency)$/, '');
}
