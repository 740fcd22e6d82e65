import { parseEdition, parseGrade, parseGradingCompany, pickFlags } from '#features/catalogue/words.ts';
import { type ListedTable, listedMethods } from '#features/shipping/words.ts';
import { type Currency, currencies, type Money, parseMoney } from '#kernel/numbers/money.ts';
import { noAmountIn } from '#kernel/numbers/typed-money.ts';
import { type Checklist, offersChecklist, saidOf, wearGrades } from '../../../checklist.ts';
import type { CreateListingInput, Grading } from '../../../contract.ts';
import { conditions, listingLimits as limits, listingGames } from '../../../model/listing.rules.ts';
import { inCopies, playsetErrors } from '../../../stock/playset.ts';
import { type Step, stepOf } from './form-steps.ts';
import type { ListingForm, PostRow } from './listing-form.ts';

export type FormErrors = Record<string, string>;

const noPrice = 'Enter a price, for example 34.50.';

const noPostage = 'Enter a shipping price, or 0 for free shipping.';

/** The request body, and missing or invalid fields. The server validates everything else. */
export function inputOf(form: ListingForm): { input: CreateListingInput; errors: FormErrors } {
  const errors: FormErrors = {};
  const money = (name: string, text: string, missing: string) => {
    const amount = parseMoney(text, form.currency);
    if (amount === null) errors[name] = text.trim() ? noAmountIn(form.currency, text) : missing;
    return { amount: amount ?? 0, currency: form.currency };
  };
  if (form.isFree) {
    if (!(listingGames as readonly string[]).includes(form.game)) errors.game = 'Choose a game.';
    if (!form.name.trim()) errors.name = 'Enter the card’s name.';
  } else if (!form.card) errors.card = 'Choose a card, or enter it yourself.';
  if (!(conditions as readonly string[]).includes(form.condition)) errors.condition = 'Choose a condition.';
  const price = money('price', form.price, noPrice);
  const quantity = /^\d{1,4}$/.test(form.quantity.trim()) ? Number(form.quantity) : Number.NaN;
  if (!(quantity >= 1 && quantity <= limits.maxQuantity))
    errors.quantity = `Enter a whole number from 1 to ${limits.maxQuantity}.`;
  for (const [field, sentence] of Object.entries(playsetErrors({ playset: form.playset, quantity, price })))
    errors[field] ??= sentence;
  const shipping = writtenPosts(form).map(({ post, at }) => {
    if (!post.name.trim()) errors[`shipping.${at}.name`] = 'Enter a name for this shipping method.';
    return {
      name: post.name.trim(),
      price: money(`shipping.${at}.price`, post.price, noPostage),
      tracked: post.tracked,
    };
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
    edition: parseEdition(form.edition),
    ...pickFlags(form),
    grading: form.isGraded ? gradingOf(form, errors) : null,
    checklist: checklistOf(form),
    ...inCopies({ playset: form.playset, quantity, price }),
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

/** What a step still needs: the same sentences as when the listing is published. */
export function missingIn(form: ListingForm, step: Step): FormErrors {
  return Object.fromEntries(Object.entries(inputOf(form).errors).filter(([name]) => stepOf(name) === step));
}

/** The price of one copy in minor units; null while it cannot be read, and of a playset that does not divide evenly. */
export function priceOfForm({
  playset,
  price,
  currency,
}: Pick<ListingForm, 'playset' | 'price' | 'currency'>): number | null {
  const amount = parseMoney(price, currency);
  if (amount === null) return null;
  const typed = { playset, price: { amount, currency } };
  return playsetErrors(typed).price ? null : inCopies(typed).price.amount;
}

/** In which they paid: what is chosen, or else the currency of the price. */
export const costCurrencyOf = ({ costCurrency, currency }: Pick<ListingForm, 'costCurrency' | 'currency'>): Currency =>
  currencies.find((code) => code === costCurrency) ?? currency;

/** One copy as a shipping table takes it; without a price it costs nothing yet. */
export const copyOf = (form: Pick<ListingForm, 'isGraded' | 'playset' | 'price' | 'currency'>) => ({
  isSlab: form.isGraded,
  price: { amount: priceOfForm(form) ?? 0, currency: form.currency },
});

/** A seller's table as a listing in this currency has it. */
export const inCurrency = (table: ListedTable & { methods: Methods }, currency: Currency) => ({
  ...table,
  methods: table.methods.filter(({ price }) => price.currency === currency),
});
type Methods = NonNullable<ListedTable['methods']>;

/**
 * The cheapest shipping: by the seller's table, else as far as it is written; null until each method has its price.
 * Without any the price includes it.
 */
export function postOfForm(form: ListingForm, shipping?: ListedTable): Money | null {
  if (shipping?.methods) {
    const table = inCurrency({ ...shipping, methods: shipping.methods }, form.currency);
    return listedMethods(table, copyOf(form))[0]?.price ?? null;
  }
  const amounts = writtenPosts(form).map(({ post }) => parseMoney(post.price, form.currency));
  if (amounts.includes(null)) return null;
  return { amount: amounts.length > 0 ? Math.min(...amounts.map(Number)) : 0, currency: form.currency };
}

/** The shipping methods and their rows: an empty row is none. */
function writtenPosts({ posts }: ListingForm): { post: PostRow; at: number }[] {
  return posts.flatMap((post, at) => (post.name.trim() || post.price.trim() ? [{ post, at }] : []));
}

/** Null where nothing was checked. */
function checklistOf(form: ListingForm): Checklist | null {
  const { corners, edges, surface, centring, front, back } = form;
  const read = (typed: string) => wearGrades.find((grade) => grade === typed) ?? null;
  return saidOf({
    corners: read(corners),
    edges: read(edges),
    surface: read(surface),
    centring: read(centring),
    front,
    back,
  });
}

/**
 * Whether the form offers the checklist: from a price up, while there is none yet, and where it was filled in. Without
 * scripts always.
 */
export function showsChecklist(form: ListingForm): boolean {
  const amount = parseMoney(form.price, form.currency);
  return amount === null || offersChecklist({ amount, currency: form.currency }) || checklistOf(form) !== null;
}

function gradingOf(form: ListingForm, errors: FormErrors): Grading {
  const grade = form.grade.trim();
  if (!form.company.trim()) errors['grading.company'] = 'Enter the grading company, for example PSA.';
  if (!grade) errors['grading.grade'] = 'Enter the grade on the label.';
  const certificate = form.certificate.trim();
  return {
    company: parseGradingCompany(form.company) ?? form.company.trim(),
    grade: parseGrade(grade) ?? grade,
    ...(certificate ? { certificate } : {}),
  };
}
