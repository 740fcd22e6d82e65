import * as z from 'zod';
import {
  copyFlagNames,
  eachFlag,
  editions,
  finishes,
  gradeWords,
  gradingCompanies,
  isGradeOf,
  parseEdition,
  parseGrade,
  parseGradingCompany,
} from '#features/catalogue/words.ts';
import { formatNumber } from '#kernel/format.ts';
import { moneyWithin } from '#kernel/numbers/money-schema.ts';
import { isPlainLine, isPlainText } from '#kernel/text/plain-text.ts';
import { wearGrades } from '../checklist.ts';
import { inCopies, playsetErrors } from '../stock/playset.ts';
import {
  conditions,
  languages,
  listingLimits as limits,
  listingGames,
  offerWindowHours,
  ownTexts,
  parseCondition,
  parseLanguage,
} from './listing.rules.ts';

const unreadable = 'Remove the characters that can’t be shown.';

/**
 * What a seller may send, checked the same way for the API, the forms and the import. Every sentence is read by a
 * person.
 */
const line = (max: number, label: string) =>
  z
    .string({ error: `Enter ${label} as text.` })
    .trim()
    .min(1, `Enter ${label}.`)
    .max(max, `Enter at most ${max} characters.`)
    .refine((text) => !hasControl(text, false), unreadable);

const priceSchema = moneyWithin('The price', { min: limits.minPrice, max: limits.maxPrice });

const conditionSchema = z.preprocess(
  (value) => (typeof value === 'string' ? (parseCondition(value) ?? value) : value),
  z.enum(conditions, { error: `Use one of these conditions: ${conditions.join(', ')}.` }),
);
const finishSchema = z.enum(finishes, { error: `Use one of these finishes: ${finishes.join(', ')}.` });
const languageSchema = z.preprocess(
  (value) => (typeof value === 'string' ? (parseLanguage(value) ?? value) : value),
  z.enum(languages, { error: `Use one of these languages: ${languages.join(', ')}.` }),
);
const editionSchema = z.preprocess(
  (value) => (typeof value === 'string' ? (parseEdition(value) ?? value) : value),
  z.enum(editions, { error: `Use one of these editions: ${editions.join(', ')}.` }),
);
const flagSchema = (label: string) => z.boolean({ error: `Use true or false for “${label}”.` });
const gameSchema = z.enum(listingGames, { error: `Use one of these games: ${listingGames.join(', ')}.` });

/** A grade as a listing shows it; older ones may name companies and grades that are not taken any more. */
export const gradingSchema = z
  .strictObject({
    company: line(limits.graderLength, 'the grading company'),
    grade: z.union([z.number().min(1).max(10).multipleOf(0.5), line(limits.gradeLength, 'the grade')]),
    certificate: line(limits.certificateLength, 'the certificate number').optional(),
  })
  .meta({ id: 'Grading' });

/** A grade that a seller says, in any spelling that files have for it. */
const gradingInSchema = z
  .strictObject({
    company: z.preprocess(
      (value) => (typeof value === 'string' ? (parseGradingCompany(value) ?? value) : value),
      z.enum(gradingCompanies, { error: `Use one of these grading companies: ${gradingCompanies.join(', ')}.` }),
    ),
    grade: z.preprocess(
      (value) => (typeof value === 'string' || typeof value === 'number' ? (parseGrade(value) ?? value) : value),
      z.union([z.number().min(1).max(10).multipleOf(0.5), z.enum(gradeWords)], {
        error: `Enter a grade from 1 to 10 in steps of 0.5, or one of these: ${gradeWords.join(', ')}.`,
      }),
    ),
    certificate: line(limits.certificateLength, 'the certificate number').optional(),
  })
  .superRefine(({ company, grade }, ctx) => {
    if (!isGradeOf(company, grade))
      ctx.addIssue({
        code: 'custom',
        path: ['grade'],
        message: `${company} doesn’t use the grade ${grade}. Enter the grade on the label.`,
      });
  })
  .meta({ id: 'GradingIn' });

const wear = z
  .enum(wearGrades, { error: 'Choose one of these values: clean, slight, clear.' })
  .nullable()
  .default(null);
const side = z.boolean({ error: 'Choose whether the photos show this side.' }).default(false);

/** What a seller checked; omitted parts are unchecked. */
export const checklistSchema = z
  .strictObject({ corners: wear, edges: wear, surface: wear, centring: wear, front: side, back: side })
  .meta({ id: 'Checklist' });

export const shippingOptionSchema = z
  .strictObject({
    name: line(limits.shippingNameLength, 'a name for the shipping method'),
    price: moneyWithin('The shipping price', { min: 0, max: limits.maxPrice }),
    tracked: z.boolean(),
  })
  .meta({ id: 'ShippingOption' });

const writable = {
  title: line(limits.titleLength, 'the title'),
  condition: conditionSchema,
  finish: finishSchema.nullable(),
  language: languageSchema,
  /** Null where it has none or it is not said. */
  edition: editionSchema.nullable(),
  ...eachFlag((flag) => flagSchema(copyFlagNames[flag])),
  /**
   * True: the quantity counts sets of four copies, and the price is for one set. What is stored is the copies, each at
   * a quarter of it.
   */
  playset: flagSchema('Playset'),
  grading: gradingInSchema.nullable(),
  checklist: checklistSchema.nullable(),
  quantity: z
    .int({ error: 'Enter a whole number.' })
    .min(1, 'Enter at least 1.')
    .max(limits.maxQuantity, `Enter at most ${limits.maxQuantity}.`),
  price: priceSchema,
  description: z
    .string()
    .max(
      limits.descriptionLength.premium,
      `Enter at most ${formatNumber(limits.descriptionLength.premium)} characters.`,
    )
    .refine((text) => !hasControl(text, true), unreadable)
    .nullable(),
  sku: line(ownTexts.sku, 'the SKU').nullable(),
  place: line(ownTexts.place, 'the storage location').nullable(),
  privateNote: z
    .string()
    .trim()
    .min(1, 'Enter the note.')
    .max(ownTexts.privateNote, `Enter at most ${ownTexts.privateNote} characters.`)
    .refine((text) => !hasControl(text, true), unreadable)
    .nullable(),
  /** What the seller paid for one copy, for themselves alone; nothing where it was a gift. */
  cost: moneyWithin('The cost per card', { min: 0, max: limits.maxPrice }).nullable(),
  acceptsOffers: z.boolean(),
  offerFloor: priceSchema.nullable(),
  offerWindowHours: z.literal(offerWindowHours, { error: 'Choose 24, 48 or 72 hours.' }),
  autoAccept: priceSchema.nullable(),
  autoDecline: priceSchema.nullable(),
  shipping: z
    .array(shippingOptionSchema)
    .max(limits.shippingOptions, `Add at most ${limits.shippingOptions} shipping methods.`),
};

const freeCard = {
  game: gameSchema,
  name: line(limits.nameLength, 'the card name'),
  setName: line(limits.setNameLength, 'the set name').nullable(),
  number: line(limits.numberLength, 'the number').nullable(),
  rarity: line(limits.rarityLength, 'the rarity').nullable(),
};

/** A card of the catalogue, or the card in free text. */
export const createListingSchema = z
  .strictObject({
    catalogueCardId: z.string().min(1).max(64).nullable().optional(),
    ...z.object(freeCard).partial().shape,
    ...z.object(writable).partial().shape,
    condition: conditionSchema,
    price: priceSchema,
    status: z
      .enum(['draft', 'active'], { error: 'Use draft or active as the status of a new listing.' })
      .default('draft'),
  })
  .superRefine((input, ctx) => {
    if (!input.catalogueCardId && !input.game)
      ctx.addIssue({ code: 'custom', path: ['game'], message: 'Choose a card from the card database, or a game.' });
    if (!input.catalogueCardId && !input.name)
      ctx.addIssue({
        code: 'custom',
        path: ['name'],
        message: 'Choose a card from the card database, or enter its name.',
      });
    checkPlayset(input, ctx);
    checkMoney(input, inCopies(input).price, ctx);
  })
  .meta({ id: 'ListingIn' });

/** Only what is sent is changed. `version`, when sent, must be the one that the editor saw. */
export const editListingSchema = z
  .strictObject({
    catalogueCardId: z.string().min(1).max(64).nullable().optional(),
    ...z.object(freeCard).partial().shape,
    ...z.object(writable).partial().shape,
    version: z.int().optional(),
  })
  .superRefine((input, ctx) => {
    checkPlayset(input, ctx);
    checkMoney(input, inCopies(input).price, ctx);
  })
  .meta({ id: 'ListingEdit' });

interface Issues {
  addIssue(issue: { code: 'custom'; path: (string | number)[]; message: string }): void;
}

function checkPlayset(input: Parameters<typeof playsetErrors>[0], ctx: Issues): void {
  for (const [field, message] of Object.entries(playsetErrors(input)))
    ctx.addIssue({ code: 'custom', path: [field], message });
}

interface MoneyFields {
  offerFloor?: { amount: number; currency: string } | null | undefined;
  autoAccept?: { amount: number; currency: string } | null | undefined;
  autoDecline?: { amount: number; currency: string } | null | undefined;
  shipping?: { name: string; price: { currency: string } }[] | undefined;
}

/** Several amounts of one listing share its currency, and an offer above the price makes no sense. */
export function checkMoney(
  input: MoneyFields,
  price: { amount: number; currency: string } | undefined,
  ctx: Issues,
): void {
  const { offerFloor, autoAccept, autoDecline, shipping } = input;
  if (price && offerFloor && offerFloor.currency !== price.currency)
    ctx.addIssue({
      code: 'custom',
      path: ['offerFloor', 'currency'],
      message: 'Use the currency of the price for the minimum offer.',
    });
  else if (price && offerFloor && offerFloor.amount > price.amount)
    ctx.addIssue({ code: 'custom', path: ['offerFloor'], message: 'Enter a minimum offer no higher than the price.' });
  for (const [field, rule] of Object.entries({ autoAccept, autoDecline }))
    if (price && rule && rule.currency !== price.currency)
      ctx.addIssue({
        code: 'custom',
        path: [field],
        message: 'Use the currency of the price for auto-accept and auto-decline.',
      });
  if (autoAccept && autoDecline && autoDecline.amount > autoAccept.amount)
    ctx.addIssue({
      code: 'custom',
      path: ['autoDecline'],
      message: 'Enter an auto-decline amount no higher than the auto-accept amount.',
    });
  if (autoAccept && offerFloor && autoAccept.amount < offerFloor.amount)
    ctx.addIssue({
      code: 'custom',
      path: ['autoAccept'],
      message: 'Enter an auto-accept amount no lower than the minimum offer.',
    });
  const names = new Set<string>();
  for (const [index, option] of (shipping ?? []).entries()) {
    if (price && option.price.currency !== price.currency)
      ctx.addIssue({
        code: 'custom',
        path: ['shipping', index, 'price'],
        message: 'Use the currency of the price for shipping.',
      });
    if (names.has(option.name.toLowerCase()))
      ctx.addIssue({
        code: 'custom',
        path: ['shipping', index, 'name'],
        message: 'Enter another name. Two shipping methods have this one.',
      });
    names.add(option.name.toLowerCase());
  }
}

/**
 * NUL and its kin never belong in text; a line break and a tab do where a text has lines. Marks that turn the direction
 * of writing would turn the price beside a title around.
 */
function hasControl(text: string, multiline: boolean): boolean {
  if (/[\u202a-\u202e\u2066-\u2069]/.test(text)) return true;
  return !(multiline ? isPlainText : isPlainLine)(text);
}
