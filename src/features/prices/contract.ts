import * as z from 'zod';
import { conditions } from '#kernel/cards/conditions.ts';
import { currencySchema, moneySchema } from '#kernel/numbers/money-schema.ts';
import { allDays, openDays } from './price.rules.ts';

/** Refusals of this feature beside the common ones. */
export const priceRefusals = {
  /** 403: price history is part of Premium. */
  tierLimit: 'tier_limit',
} as const;

/** A condition as a listing has it, or `graded` for all that lie in a slab. */
const soldConditions = [...conditions, 'graded'] as const;

/** As in listings; letters of any script, since an import may add a finish without a name. */
const word = (name: string, most: number) =>
  z
    .string()
    .max(most, `Enter at most ${most} characters for ${name}.`)
    .regex(
      /^[\p{L}\p{N} '().-]*$/u,
      `Use only letters, digits, spaces, hyphens, dots, apostrophes and brackets for ${name}.`,
    )
    .optional();

const daysWords = `days must be a whole number from 1 to ${allDays}.`;

/**
 * Which copies of a card, and how far back. What is left out is every one of them; `currency` is the one that most were
 * sold in.
 */
export const cardPricesQuery = z.object({
  condition: z.enum(soldConditions, `condition must be one of ${soldConditions.join(', ')}.`).optional(),
  finish: word('finish', 40),
  language: word('language', 20),
  currency: currencySchema.optional(),
  days: z.coerce.number(daysWords).int(daysWords).min(1, daysWords).max(allDays, daysWords).default(openDays),
});
export type CardPricesQuery = z.output<typeof cardPricesQuery>;

const pointSchema = z.object({
  /** First day of the period, UTC: a day where at most 30 are requested, else a week from Monday. */
  date: z.string(),
  median: moneySchema,
  count: z.int(),
  /** What the middle half of its sales lies between. */
  spread: z.object({ low: moneySchema, high: moneySchema }),
});

/** What a card was sold for and is offered for, one copy without post, never converted. */
export const cardPricesSchema = z.object({
  days: z.int(),
  currency: currencySchema,
  /** Whether there are sales enough to say a median. */
  enough: z.boolean(),
  /** Of the sales that count. Null where there are too few. */
  median: moneySchema.nullable(),
  low: moneySchema.nullable(),
  count: z.int(),
  /** What the middle half of all of them lies between; null where there are too few. */
  spread: z.object({ low: moneySchema, high: moneySchema }).nullable(),
  asks: z.object({ low: moneySchema.nullable(), count: z.int() }),
  series: z.array(pointSchema),
  /** Each sale that counts, by the day. */
  sales: z.array(z.object({ date: z.string(), price: moneySchema })).optional(),
});
export type SoldPrices = z.output<typeof cardPricesSchema>;
