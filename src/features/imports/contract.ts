import * as z from 'zod';
import { priceChangeInput } from '#features/bulk/contract.ts';
import { conditions, eachFlag, editions, languages } from '#features/catalogue/words.ts';
import { createListingSchema, shippingOptionSchema } from '#features/listings/contract.ts';

import { fileGames } from '#kernel/cards/games.ts';
import { formatNumber } from '#kernel/format.ts';
import { currencySchema, moneySchema, moneyWithin } from '#kernel/numbers/money-schema.ts';
import { isPlainText } from '#kernel/text/plain-text.ts';
import { importLimits, importStatuses, rowStatuses } from './model/import.process.ts';
import { fields } from './read/formats.ts';

/** Error codes of this feature beyond the common ones. */
export const importRefusals = {
  /** 403: importing stock requires premium. */
  premiumOnly: 'tier_limit',
  /** 422: the file cannot be read; the message has the reason. */
  unreadable: 'unreadable_file',
  /** 409: the import is in another state. */
  wrongState: 'wrong_state',
  /** 413: larger than the limit of a file. */
  tooLarge: 'too_large',
} as const;

/** The most columns of a custom file. */
export const mostColumns = 200;

/** Why a row becomes a draft. */

const conditionSchema = z.enum(conditions, { error: `Choose one of these conditions: ${conditions.join(', ')}.` });

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
    /** 1 is the first row below the header. */
    row: z.int(),
    status: z.enum(rowStatuses),
    /** The card's name in the file. */
    said: z.string(),
    card: importedCardSchema.nullable(),
    /** Possible printings, where none is sure. */
    candidates: z.array(importedCardSchema),
    condition: z.string().nullable(),
    finish: z.string().nullable(),
    /** The print run, where the file names it. */
    edition: z.enum(editions).nullable(),
    ...eachFlag(() => z.boolean()),
    language: z.string(),
    quantity: z.int(),
    price: moneySchema.nullable(),
    grading: z.object({ company: z.string(), grade: z.string(), certificate: z.string().optional() }).nullable(),
    /** Shown to buyers. */
    description: z.string().nullable(),
    /** Private to the seller. */
    sku: z.string().nullable(),
    place: z.string().nullable(),
    privateNote: z.string().nullable(),
    cost: moneySchema.nullable(),
    /** Not listed, by the seller's choice or because it cannot be: a proxy, a sealed product, no copies. */
    leftOut: z.boolean(),
    /** What to check, or why it is rejected. */
    notes: z.array(z.string()),
    /** Fields whose cell is unreadable, which a corrected row needs. */
    unread: z.array(z.enum(['condition', 'language'])),
    listingId: z.string().nullable(),
    /** False where there is no listing, or it was deleted by an undo. */
    hasListing: z.boolean(),
    outcome: z.string().nullable(),
  })
  .meta({ id: 'ImportedRow' });
export type ImportedRow = z.output<typeof importedRowSchema>;

export const stockImportSchema = z
  .object({
    id: z.string(),
    /** Null for pasted text. */
    fileName: z.string().nullable(),
    format: z.string(),
    status: z.enum(importStatuses),
    counts: z.object({ sure: z.int(), doubtful: z.int(), rejected: z.int() }),
    /**
     * Numbers of the rows to list: all, listed, refused, without a price, waiting only for a finish, without a
     * condition, without a shipping method; and of all rows those that are neither listed nor left out.
     */
    progress: z.object({
      listed: z.int(),
      refused: z.int(),
      of: z.int(),
      withoutPrice: z.int(),
      withoutFinish: z.int(),
      withoutCondition: z.int(),
      withoutShipping: z.int(),
      unlisted: z.int(),
      /** Of the rows to list: those that become drafts in any case, because their price requires a photo. */
      willNeedPhoto: z.int(),
      /** Of the listed rows: those that are for sale now. */
      forSale: z.int(),
      /** Of the listed rows: drafts. */
      drafts: z.int(),
      /** Of the drafts: those that need a photo. */
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

/** The columns of a file by index, 0 being the first. */
export const ownColumnsSchema = z.strictObject({
  header: z
    .array(
      z
        .string()
        .max(200, 'Shorten each header to at most 200 characters.')
        .refine(isPlainText, 'A header has characters that can’t be read. Rename it.'),
    )
    .min(2, 'Use a file with at least 2 columns.')
    .max(mostColumns, `Use a file with at most ${mostColumns} columns.`),
  columns: z.partialRecord(z.enum(fields), z.int().min(0, 'Count columns from 0.')),
  /** For every card, where no column names the game. */
  game: z
    .enum(fileGames, { error: `Choose one of these games: ${fileGames.join(', ')}.` })
    .nullable()
    .default(null),
  currency: currencySchema.default('USD'),
  /** For every copy whose row has none; null lets such rows wait. */
  condition: conditionSchema.nullable().default(null),
});
export type OwnColumnsInput = z.output<typeof ownColumnsSchema>;
export const savedColumnsSchema = z.object({ id: z.string() });

export const importTextSchema = z.strictObject({
  text: z
    .string({ error: 'Paste the file contents as text.' })
    .min(1, 'Paste the file contents.')
    .refine((text) => text.isWellFormed(), 'The text has characters that can’t be read. Copy it again.'),
});
const fromWords = `Set from to a whole number from 0 to ${formatNumber(importLimits.rows)}.`;
const rowsWords = `Set rows to a whole number from 0 to ${formatNumber(importLimits.rowsShown)}.`;
/** Selects the rows of the answer, optionally of one status. */
export const rowChoiceSchema = z.object({
  status: z.enum(rowStatuses, { error: `Choose one of these statuses: ${rowStatuses.join(', ')}.` }).optional(),
  from: z.coerce.number(fromWords).int(fromWords).min(0, fromWords).max(importLimits.rows, fromWords).default(0),
  /** The most rows. */
  rows: z.coerce
    .number(rowsWords)
    .int(rowsWords)
    .min(0, rowsWords)
    .max(importLimits.rowsShown, rowsWords)
    .default(importLimits.rowsShown),
});

export const commitSchema = z.strictObject({
  /** The status of each listing; one from $20.00 up is a draft in any case, since it needs a photo. */
  status: z.enum(['active', 'draft']).default('active'),
  /** For each row without one. */
  price: moneyWithin('The price', { min: 1, max: 100_000_000 }).optional(),
  /**
   * For each row that waits only for a finish, where its printing has exactly one of that kind; the others still wait.
   */
  finish: z.enum(['normal', 'foil'], { error: 'Choose normal or foil for the rows without a finish.' }).optional(),
  /** For each row without one. */
  condition: conditionSchema.optional(),
  /** For each row without one whose price has its currency. A listing without one has free shipping. */
  shipping: shippingOptionSchema.optional(),
});
export type CommitInput = z.output<typeof commitSchema>;
export const changeRowsSchema = z.strictObject({
  /** Their numbers, or all that are neither listed nor left out. */
  rows: z.union([z.literal('all'), z.array(z.int().min(1)).min(1, 'Select rows first.').max(importLimits.rowsShown)], {
    error: 'Select rows first.',
  }),
  condition: conditionSchema.optional(),
  language: z.enum(languages, { error: `Choose one of these languages: ${languages.join(', ')}.` }).optional(),
  price: priceChangeInput.optional(),
  shipping: shippingOptionSchema.optional(),
});
export type ChangeRowsInput = z.output<typeof changeRowsSchema>;
export const changeRowSchema = z.strictObject({
  catalogueCardId: z.string().optional(),
  price: moneyWithin('The price', { min: 1, max: 100_000_000 }).optional(),
  finish: z.string().optional(),
  quantity: createListingSchema.shape.quantity.unwrap().optional(),
  condition: conditionSchema.optional(),
  language: z.enum(languages, { error: `Choose one of these languages: ${languages.join(', ')}.` }).optional(),
  /** True leaves a row out; false accepts a doubtful one as it was matched. */
  leaveOut: z.boolean().optional(),
});
export type ChangeRowInput = z.output<typeof changeRowSchema>;
