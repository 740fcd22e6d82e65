import * as z from 'zod';
import { moneySchema, moneyWithin } from '#kernel/numbers/money-schema.ts';
import { pageQuery, pageSchema } from '#kernel/numbers/paging-schema.ts';
import { isPlainLine } from '#kernel/text/plain-text.ts';
import { bulkLimits, bulkStatuses, rowStates } from './model/bulk.process.ts';
import type { Change } from './model/bulk.rules.ts';
import { ruleReasons } from './model/market-rule.rules.ts';

/** Refusals of this room beside those of every room. */
export const bulkRefusals = {
  /** 403: changing many listings at once is a part of premium. */
  premiumOnly: 'tier_limit',
  /** 409: the change is in another state, or its time to be taken back is over. */
  wrongState: 'wrong_state',
} as const;

/** States in which a seller's listings may be meant by a filter; what is sold is not changed any more. */
export const chosenStatuses = ['draft', 'active', 'reserved', 'paused', 'expired'] as const;

const most = { min: 1, max: 100_000_000 };
const { leastPercent, mostPercent, named, leastStep } = bulkLimits;
const percentWords = `The percentage must be from ${leastPercent} to ${mostPercent.toLocaleString('en')}, with at most two decimals, and not 0.`;
const marketWords = `The percentage beside the market must be from ${leastPercent} to ${mostPercent.toLocaleString('en')}, with at most two decimals.`;
const stepWords = `The largest change must be a whole percentage from ${leastStep} to ${mostPercent.toLocaleString('en')}.`;
const verb = z.literal(true).optional();
const hasTwoDecimals = (value: number) => Number.isInteger(Math.round(value * 1e6) / 1e4);

export const changeInput = z
  .strictObject({
    /** By how much the price changes: minus lowers. */
    percent: z
      .number(percentWords)
      .min(leastPercent, percentWords)
      .max(mostPercent, percentWords)
      .refine((value) => value !== 0 && hasTwoDecimals(value), percentWords)
      .optional(),
    amount: moneySchema
      .refine(
        ({ amount }) => amount !== 0 && Math.abs(amount) <= most.max,
        'The amount must not be 0, and at most 1,000,000.00.',
      )
      .optional(),
    /** So many percent beside what such copies sell for: minus is under it, 0 is just that. */
    market: z
      .number(marketWords)
      .min(leastPercent, marketWords)
      .max(mostPercent, marketWords)
      .refine(hasTwoDecimals, marketWords)
      .optional(),
    /** With `market`: never under what the seller paid, where they noted it. */
    aboveCost: z.boolean().optional(),
    /** With `market`: no further from the price that stands than so many percent. */
    mostPercent: z.int(stepWords).min(leastStep, stepWords).max(mostPercent, stepWords).optional(),
    /** Never under this price. */
    floor: moneyWithin('The lowest price', most).optional(),
    pause: verb,
    resume: verb,
    renew: verb,
  })
  .superRefine(({ floor, aboveCost, mostPercent: most, ...does }, ctx) => {
    const asked = Object.values(does).filter((value) => value !== undefined);
    if (asked.length !== 1)
      ctx.addIssue({ code: 'custom', message: 'Ask for one thing: percent, amount, market, pause, resume or renew.' });
    if (does.market === undefined && (aboveCost !== undefined || most !== undefined))
      ctx.addIssue({
        code: 'custom',
        path: ['market'],
        message: 'What you paid and a largest change belong to a price from the market.',
      });
    if (floor && does.percent === undefined && does.amount === undefined && does.market === undefined)
      ctx.addIssue({ code: 'custom', path: ['floor'], message: 'A lowest price belongs to a change of prices.' });
    if (floor && does.amount && floor.currency !== does.amount.currency)
      ctx.addIssue({
        code: 'custom',
        path: ['floor'],
        message: 'The lowest price must be in the currency of the amount.',
      });
  })
  .transform(
    ({ percent, amount, market, floor = null, aboveCost = false, mostPercent = null, pause, resume }): Change => {
      if (market !== undefined) return { do: 'market', percent: market, floor, aboveCost, mostPercent };
      if (percent !== undefined) return { do: 'percent', percent, floor };
      if (amount) return { do: 'amount', amount, floor };
      return { do: pause ? 'pause' : resume ? 'resume' : 'renew' };
    },
  );

export const bulkInput = z
  .strictObject({
    ids: z
      .array(z.string().max(64))
      .min(1, 'Name at least one listing.')
      .max(named, `Name ${named.toLocaleString('en')} listings at most, or use a filter.`)
      .optional(),
    /** All that this finds, as “Your listings” does; `{}` is every listing that is not sold. */
    filter: z
      .strictObject({
        status: z
          .array(z.enum(chosenStatuses, { error: `The status must be one of ${chosenStatuses.join(', ')}.` }))
          .min(1)
          .optional(),
        search: z
          .string()
          .max(100, 'The search may have at most 100 characters.')
          .refine(isPlainLine, "The search has characters that can't be read.")
          .optional(),
      })
      .optional(),
    change: changeInput,
    /** False begins at once; true shows what it would do and waits for `commit`. */
    preview: z.boolean().default(true),
  })
  .superRefine(({ ids, filter }, ctx) => {
    if ((ids === undefined) === (filter === undefined))
      ctx.addIssue({ code: 'custom', path: ['ids'], message: 'Name the listings, or a filter.' });
  })
  .meta({ id: 'BulkIn' });
export type BulkInput = z.output<typeof bulkInput>;

export const bulkRowSchema = z
  .object({
    listingId: z.string(),
    title: z.string(),
    state: z.enum(rowStates),
    from: moneySchema,
    /** Null where the change is not one of the price. */
    to: moneySchema.nullable(),
    /** Why it stays as it is, or how the price came out. */
    why: z.string().nullable(),
    /** What settled its price, or kept it, by the market; null for every other change. */
    reason: z.enum(ruleReasons).nullable(),
  })
  .meta({ id: 'BulkRow' });
export type BulkRowView = z.output<typeof bulkRowSchema>;
export const bulkRowPageSchema = pageSchema(bulkRowSchema).meta({ id: 'BulkRowPage' });
export const listRowsSchema = z.object({ ...pageQuery(50), state: z.enum(rowStates).optional() });
export type ListRowsInput = z.output<typeof listRowsSchema>;

export const bulkSchema = z
  .object({
    id: z.string(),
    status: z.enum(bulkStatuses),
    /** In words. */
    said: z.string(),
    /** How many listings there are of each state. */
    counts: z.object(
      Object.fromEntries(rowStates.map((state) => [state, z.int()])) as Record<(typeof rowStates)[number], z.ZodInt>,
    ),
    version: z.int(),
    createdAt: z.iso.datetime(),
    committedAt: z.iso.datetime().nullable(),
    /** Until when it can be taken back; null where it cannot. */
    undoUntil: z.iso.datetime().nullable(),
    /** The first of them. */
    changes: z.array(bulkRowSchema),
  })
  .meta({ id: 'Bulk' });
export type Bulk = z.output<typeof bulkSchema>;
