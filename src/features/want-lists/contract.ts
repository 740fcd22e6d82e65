import * as z from 'zod';
import { createListingSchema } from '#features/listings/contract.ts';
import { moneySchema } from '#kernel/numbers/money-schema.ts';
import { wholeListSchema } from '#kernel/numbers/paging-schema.ts';
import { isPlainLine, isPlainText } from '#kernel/text/plain-text.ts';
import { listLimits } from './words.ts';

/** Error codes of this feature beyond the common ones. */
export const listRefusals = {
  /** 403: more lists, or lines of a list, than the tier allows. */
  tierLimit: 'tier_limit',
  /** 409: nothing was imported, or it is on the list already. */
  nothingImported: 'nothing_brought',
  /** 409: it is hidden already, or it is not hidden. */
  wrongState: 'wrong_state',
  /** 413: larger than the limit of a file. */
  tooLarge: 'too_large',
} as const;

const shape = createListingSchema.shape;
const name = z
  .string({ error: 'Enter a name for the list.' })
  .trim()
  .min(1, 'Enter a name for the list.')
  .max(listLimits.name, `Enter at most ${listLimits.name} characters.`)
  .refine(isPlainLine, 'Remove the characters that can’t be shown.');
const isPublic = z.boolean('Use true or false.');

export const makeListSchema = z.strictObject({ name, isPublic: isPublic.default(false) }).meta({ id: 'WantListIn' });
export type MakeListInput = z.output<typeof makeListSchema>;
export const changeListSchema = z.strictObject({ name, isPublic }).partial().meta({ id: 'WantListEdit' });
export type ChangeListInput = z.output<typeof changeListSchema>;

const terms = {
  /** Another printing of the same name is accepted. */
  anyPrinting: z.boolean('Use true or false.'),
  quantity: shape.quantity.unwrap(),
  lowestCondition: shape.condition.nullable(),
  language: shape.language.unwrap().nullable(),
  finish: shape.finish,
};
const catalogueCardId = z
  .string('Choose a card.')
  .min(1, 'Choose a card.')
  .max(64, 'This card isn’t in the card database. Choose another card.');
export const addLineSchema = z
  .strictObject({ catalogueCardId, ...z.object(terms).partial().shape })
  .meta({ id: 'WantListLineIn' });
export type AddLineInput = z.output<typeof addLineSchema>;
export const changeLineSchema = z.strictObject(z.object(terms).partial().shape).meta({ id: 'WantListLineEdit' });
export type ChangeLineInput = z.output<typeof changeLineSchema>;

export const importTextSchema = z.strictObject({
  text: z
    .string({ error: 'Enter a list of cards.' })
    .min(1, 'Enter a list of cards.')
    .refine(isPlainText, 'Remove the characters that can’t be read.'),
});
export const changeRowSchema = z
  .strictObject({
    catalogueCardId: catalogueCardId.optional(),
    anyPrinting: terms.anyPrinting.optional(),
    /** True leaves a row out; false accepts a doubtful one as it was matched. */
    leaveOut: z.boolean('Use true or false.').optional(),
  })
  .meta({ id: 'WantedRowEdit' });
export type ChangeRowInput = z.output<typeof changeRowSchema>;

export const wantedCardSchema = z.object({
  id: z.string(),
  game: z.string(),
  name: z.string(),
  setName: z.string(),
  number: z.string().nullable(),
  rarity: z.string().nullable(),
});
export type WantedCard = z.output<typeof wantedCardSchema>;

/** Null means any. */
const wanted = {
  anyPrinting: z.boolean(),
  quantity: z.int(),
  lowestCondition: z.string().nullable(),
  language: z.string().nullable(),
  finish: z.string().nullable(),
};

export const lineSchema = z
  .object({
    n: z.int(),
    /** Where any printing is accepted, one of them. */
    card: wantedCardSchema,
    ...wanted,
    /** Copies that the owner has bought; other readers see only what is still wanted. */
    bought: z.int(),
    /** What is for sale now: the number of listings that fit, and the cheapest including postage. */
    forSale: z.object({
      count: z.int(),
      cheapest: z
        .object({ listingId: z.string(), price: moneySchema, postage: moneySchema, condition: z.string() })
        .nullable(),
    }),
  })
  .meta({ id: 'WantListLine' });
export type Line = z.output<typeof lineSchema>;

const summary = {
  id: z.string(),
  name: z.string(),
  isPublic: z.boolean(),
  lineCount: z.int(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
};
export const listSummarySchema = z
  .object({
    ...summary,
    /** Rows of the preview that are not on the list yet. */
    waiting: z.int(),
  })
  .meta({ id: 'WantListSummary' });
export type ListSummary = z.output<typeof listSummarySchema>;
export const listSummariesSchema = wholeListSchema(listSummarySchema);

export const wantListSchema = z
  .object({
    ...summary,
    isOwn: z.boolean(),
    /** Why an admin hid it; null where it is not hidden, and for other readers. */
    hiddenReason: z.string().nullable(),
    /** The number of lines with a copy for sale now. */
    available: z.int(),
    lines: z.array(lineSchema),
  })
  .meta({ id: 'WantList' });
export type WantList = z.output<typeof wantListSchema>;

export const adminListSchema = z.object({
  id: z.string(),
  ownerId: z.string(),
  /** Null for a private list that is neither hidden nor has an open report. */
  name: z.string().nullable(),
  isPublic: z.boolean(),
  lineCount: z.int(),
  hidden: z.object({ at: z.iso.datetime(), reason: z.string() }).nullable(),
  createdAt: z.iso.datetime(),
});
export type AdminList = z.output<typeof adminListSchema>;

export const previewSchema = z
  .object({
    listId: z.string(),
    format: z.string(),
    notes: z.array(z.string()),
    /** `taken`: the rows that a commit adds: sure and not left out. */
    counts: z.object({ sure: z.int(), doubtful: z.int(), rejected: z.int(), taken: z.int() }),
    rows: z.array(
      z.object({
        row: z.int(),
        status: z.enum(['sure', 'doubtful', 'rejected']),
        said: z.string(),
        card: wantedCardSchema.nullable(),
        candidates: z.array(wantedCardSchema),
        ...wanted,
        leftOut: z.boolean(),
        notes: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'WantListPreview' });
export type Preview = z.output<typeof previewSchema>;
