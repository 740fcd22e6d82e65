import * as z from 'zod';
import { conditions, languages } from '#features/listings/contract.ts';
import { currencySchema, moneySchema, moneyWithin } from '#kernel/numbers/money-schema.ts';
import { isPlainText } from '#kernel/text/plain-text.ts';
import { importLimits, importStatuses, rowStatuses } from './model/import.process.ts';
import { fields } from './read/formats.ts';

/** Refusals of this room beside those of every room. */
export const importRefusals = {
  /** 403: bringing stock as a file is a part of premium. */
  premiumOnly: 'tier_limit',
  /** 422: no file of stock; the sentence says what is wrong with it. */
  unreadable: 'unreadable_file',
  /** 409: the import is in another state. */
  wrongState: 'wrong_state',
  /** 413: more than a file may have. */
  tooLarge: 'too_large',
} as const;

/** Columns that a file of one's own making may have. */
export const mostColumns = 200;

/** Why a row becomes a draft. */

const conditionSchema = z.enum(conditions, { error: `The condition must be one of ${conditions.join(', ')}.` });

const importedCardSchema = z.object({
  id: z.string(),
  name: z.string(),
  setName: z.string(),
  number: z.string().nullable(),
  rarity: z.string().nullable(),
  finishes: z.array(z.string()),
});

export const importedRowSchema = z
  .object({
    /** 1 is the first row below the file's header. */
    row: z.int(),
    status: z.enum(rowStatuses),
    /** What the file calls it. */
    said: z.string(),
    card: importedCardSchema.nullable(),
    /** Printings that it may be, where none is sure. */
    candidates: z.array(importedCardSchema),
    condition: z.string().nullable(),
    finish: z.string().nullable(),
    /** Which print run, where the file says it. */
    edition: z.enum(['first', 'unlimited', 'shadowless']).nullable(),
    signed: z.boolean(),
    altered: z.boolean(),
    misprint: z.boolean(),
    language: z.string(),
    quantity: z.int(),
    price: moneySchema.nullable(),
    grading: z.object({ company: z.string(), grade: z.string(), certificate: z.string().optional() }).nullable(),
    /** What buyers will read beside the facts. */
    description: z.string().nullable(),
    /** What its seller alone will read. */
    sku: z.string().nullable(),
    place: z.string().nullable(),
    privateNote: z.string().nullable(),
    cost: moneySchema.nullable(),
    /** Not listed, because the seller says so or because nothing of it can be: a proxy, a sealed product, no copies. */
    leftOut: z.boolean(),
    /** What to look at, or why it is rejected. */
    notes: z.array(z.string()),
    listingId: z.string().nullable(),
    outcome: z.string().nullable(),
  })
  .meta({ id: 'ImportedRow' });
export type ImportedRow = z.output<typeof importedRowSchema>;

export const stockImportSchema = z
  .object({
    id: z.string(),
    format: z.string(),
    status: z.enum(importStatuses),
    counts: z.object({ sure: z.int(), doubtful: z.int(), rejected: z.int() }),
    /**
     * Of the rows that will be listed: how many there are, are listed, were refused, and have no price yet; how many
     * wait for nothing but a finish that their file does not say, and how many have no condition; and how many of all
     * are not listed though nobody left them out.
     */
    progress: z.object({
      listed: z.int(),
      refused: z.int(),
      of: z.int(),
      withoutPrice: z.int(),
      withoutFinish: z.int(),
      withoutCondition: z.int(),
      unlisted: z.int(),
      /** Of those that will be listed: what becomes a draft, whatever is chosen, because its price asks for a photo. */
      willNeedPhoto: z.int(),
      /** Of those that are listed: what buyers can see now. */
      forSale: z.int(),
      /** Of those that are listed: drafts that wait for a photo. */
      needPhoto: z.int(),
    }),
    notes: z.array(z.string()),
    version: z.int(),
    createdAt: z.iso.datetime(),
    committedAt: z.iso.datetime().nullable(),
    undoUntil: z.iso.datetime().nullable(),
    rows: z.array(importedRowSchema),
  })
  .meta({ id: 'StockImport' });
export type StockImport = z.output<typeof stockImportSchema>;

/** Which column of a file holds what: by the place of the column, 0 being the first. */
export const ownColumnsSchema = z.strictObject({
  header: z
    .array(
      z
        .string()
        .max(200, 'A header may have at most 200 characters.')
        .refine(isPlainText, "A header has characters that can't be read."),
    )
    .min(2, 'A file needs at least two columns.')
    .max(mostColumns, `A file may have at most ${mostColumns} columns.`),
  columns: z.partialRecord(z.enum(fields), z.int().min(0, 'A column is counted from 0.')),
  /** Of every card, where no column says so. */
  game: z
    .enum(['pokemon', 'magic', 'yugioh', 'onepiece', 'lorcana', 'fab'], {
      error: 'The game must be one that the catalogue has.',
    })
    .nullable()
    .default(null),
  currency: currencySchema.default('USD'),
  /** Of every copy whose row says none; without it such rows wait for one. */
  condition: conditionSchema.nullable().default(null),
});
export type OwnColumnsInput = z.output<typeof ownColumnsSchema>;
export const savedColumnsSchema = z.object({ id: z.string() });

export const importTextSchema = z.strictObject({
  text: z
    .string({ error: 'The text must be what stands in the file.' })
    .min(1, 'Paste what stands in the file.')
    .refine((text) => text.isWellFormed(), "The text has characters that can't be read."),
});
const fromWords = 'from must be a whole number of rows to leave out.';
const rowsWords = `rows must be a whole number from 0 to ${importLimits.rowsShown.toLocaleString('en')}.`;
/** Which of its rows are answered; those of one status where one is asked for. */
export const rowChoiceSchema = z.object({
  status: z.enum(rowStatuses, { error: `status must be one of ${rowStatuses.join(', ')}.` }).optional(),
  from: z.coerce.number(fromWords).int(fromWords).min(0, fromWords).max(importLimits.rows, fromWords).default(0),
  /** How many at most. */
  rows: z.coerce
    .number(rowsWords)
    .int(rowsWords)
    .min(0, rowsWords)
    .max(importLimits.rowsShown, rowsWords)
    .default(importLimits.rowsShown),
});

export const commitSchema = z.strictObject({
  /** What becomes of each row; one from $20.00 up is a draft in any case, since it needs a photo. */
  status: z.enum(['active', 'draft']).default('active'),
  /** For each row that has none. */
  price: moneyWithin('The price', { min: 1, max: 100_000_000 }).optional(),
  /**
   * Of each row that waits for nothing but a finish, where its printing exists in just one such; the others wait on.
   */
  finish: z
    .enum(['normal', 'foil'], { error: 'The finish of the rows without one must be normal or foil.' })
    .optional(),
  /** Of each row that has none. */
  condition: conditionSchema.optional(),
});
export type CommitInput = z.output<typeof commitSchema>;
export const changeRowSchema = z.strictObject({
  catalogueCardId: z.string().optional(),
  price: moneyWithin('The price', { min: 1, max: 100_000_000 }).optional(),
  finish: z.string().optional(),
  condition: conditionSchema.optional(),
  language: z.enum(languages, { error: `The language must be one of ${languages.join(', ')}.` }).optional(),
  /** True leaves a row out; false takes a doubtful one as it is understood. */
  leaveOut: z.boolean().optional(),
});
export type ChangeRowInput = z.output<typeof changeRowSchema>;
