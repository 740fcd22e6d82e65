import * as z from 'zod';
import { searchLimits } from '#features/catalogue/language.ts';
import { createListingSchema, listingCardSchema } from '#features/listings/contract.ts';
import { sellerSchema } from '#features/members/contract.ts';
import { formatNumber } from '#kernel/format.ts';
import { frequencies } from '#kernel/how-often.ts';
import { isId } from '#kernel/ids.ts';
import { moneySchema, moneyWithin } from '#kernel/numbers/money-schema.ts';
import { pageQuery, pageSchema } from '#kernel/numbers/paging-schema.ts';
import { isPlainLine, isPlainText } from '#kernel/text/plain-text.ts';
import { wantStatuses } from './model/want.process.ts';
import { wantLimits } from './words.ts';

/**
 * Error codes of this feature beyond `invalid` (422), `not_found` (404), `not_signed_in` (401), `not_allowed` (403) and
 * `too_many_requests` (429).
 */
export const wantRefusals = {
  /** 409: it is filled, closed or expired. */
  wantEnded: 'want_ended',
  /** 409: the limit of open ones is reached. */
  tooManyWants: 'too_many_wants',
  /** 409: the request names an older version. */
  wantChanged: 'want_changed',
  /** 409: an admin hides a hidden one, or shows one that is not hidden. */
  wrongState: 'wrong_state',
} as const;

const shape = createListingSchema.shape;
const unshowable = 'Remove the characters that can’t be shown.';
const words = (missing: string, max: number) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(max, `Enter at most ${formatNumber(max)} characters.`)
    .refine(isPlainText, unshowable);
const titleLine = words('Enter a title.', wantLimits.title).refine(
  (text) => !/[\n\r\t]/.test(text),
  'Enter the title on one line.',
);

/** Null means any. */
const terms = {
  lowestCondition: shape.condition.nullable(),
  language: shape.language.unwrap().nullable(),
  finish: shape.finish,
  highestPrice: moneyWithin('The maximum price', { min: 1, max: wantLimits.highestPrice }).nullable(),
  anyPrinting: z.boolean('Use true or false.'),
  withPostage: z.boolean('Use true or false.'),
  quantity: shape.quantity,
  description: words('Enter a description.', wantLimits.description).nullable(),
  /** How often its owner is notified of copies that meet it. */
  frequency: z.enum(frequencies, 'Use now, daily or weekly.'),
};

/** A card of the catalogue by its id, or a title with its game. */
export const createWantSchema = z
  .strictObject({
    card: z
      .object({
        id: z.string().min(1, 'Choose a card.').max(64, 'This card isn’t in the card database. Choose another card.'),
      })
      .nullable()
      .optional(),
    title: titleLine.optional(),
    game: shape.game,
    ...z.object(terms).partial().shape,
  })
  .superRefine(({ card, title, game }, ctx) => {
    if (card) return;
    if (!title)
      ctx.addIssue({
        code: 'custom',
        path: ['title'],
        message: 'Choose a card, or enter its name.',
      });
    if (!game) ctx.addIssue({ code: 'custom', path: ['game'], message: 'Choose a game.' });
  })
  .meta({ id: 'WantedIn' });
export type CreateWantInput = z.output<typeof createWantSchema>;

/**
 * Changes only the fields that are sent; `status` ends it, or with `open` starts its 90 days again. `version`: the one
 * that the client read; a later one is not overwritten.
 */
export const editWantSchema = z
  .strictObject({
    title: titleLine.optional(),
    ...z.object(terms).partial().shape,
    version: z.int('Use a whole number as the version.').min(1, 'Use a whole number as the version.').optional(),
    status: z
      .enum(['open', 'filled', 'closed'], { error: 'Use filled or closed to end a wanted post, or open to renew it.' })
      .optional(),
  })
  .meta({ id: 'WantedEdit' });
export type EditWantInput = z.output<typeof editWantSchema>;

/** With the member's own listing, or with words. */
export const respondSchema = z
  .strictObject({
    listingId: z
      .string()
      .min(1, 'Choose a listing.')
      .max(64, 'We couldn’t find this listing. It may have been deleted.')
      .optional(),
    text: words('Enter a message.', wantLimits.answer).optional(),
  })
  .refine(({ listingId, text }) => (listingId === undefined) !== (text === undefined), {
    path: ['text'],
    message: 'Send either a listing or a message.',
  })
  .meta({ id: 'WantedAnswer' });
export type RespondInput = z.output<typeof respondSchema>;

const wholeCents = z.coerce
  .number('Enter a whole number of cents.')
  .int('Enter a whole number of cents.')
  .min(0, 'Enter 0 or more.')
  .max(100_000_000_000, 'Enter a lower price.')
  .optional();

export const listWantsSchema = z.object({
  q: z
    .string()
    .max(searchLimits.text, `Enter at most ${searchLimits.text} characters.`)
    .refine(isPlainLine, unshowable)
    .optional(),
  game: shape.game,
  /** Of a card: its set code, or words that its set name contains; several separated by commas, as for listings. */
  set: z
    .string()
    .trim()
    .max(searchLimits.text, `Enter at most ${searchLimits.text} characters.`)
    .refine(isPlainLine, unshowable)
    .optional(),
  /** Of a copy: the posts that take it. */
  condition: shape.condition.optional(),
  language: shape.language,
  finish: shape.finish.unwrap().unwrap().optional(),
  /** Of the highest price, in US cents; a post without one pays any. */
  minPrice: wholeCents,
  maxPrice: wholeCents,
  owner: z.string().refine(isId, 'Enter a valid member ID.').optional(),
  ...pageQuery(24),
});
export type ListWantsInput = z.output<typeof listWantsSchema>;

export type WantCard = z.output<typeof listingCardSchema>;

export const wantSchema = z
  .object({
    id: z.string(),
    owner: sellerSchema,
    card: listingCardSchema.nullable(),
    title: z.string(),
    game: z.string(),
    lowestCondition: z.string().nullable(),
    language: z.string().nullable(),
    finish: z.string().nullable(),
    highestPrice: moneySchema.nullable(),
    /** For a card: another printing of the same name is accepted. */
    anyPrinting: z.boolean(),
    /** Whether the highest price includes postage to its owner. */
    withPostage: z.boolean(),
    /** How many copies are still wanted. */
    quantity: z.int(),
    description: z.string().nullable(),
    status: z.enum(wantStatuses),
    /** When and why an admin hid it: only its owner reads it, all others get 404. */
    hidden: z.object({ at: z.iso.datetime(), reason: z.string() }).nullable(),
    /** Grows with each change. An edit sends it, so that it does not overwrite a later one. */
    version: z.int(),
    createdAt: z.string(),
    expiresAt: z.string(),
  })
  .meta({ id: 'Wanted' });
export type Want = z.output<typeof wantSchema>;
export const wantPageSchema = pageSchema(wantSchema);
