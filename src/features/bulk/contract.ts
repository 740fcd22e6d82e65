import * as z from 'zod';
import { formatNumber } from '#kernel/format.ts';
import { moneySchema, moneyWithin } from '#kernel/numbers/money-schema.ts';
import { pageQuery, pageSchema } from '#kernel/numbers/paging-schema.ts';
import { isPlainLine } from '#kernel/text/plain-text.ts';
import { bulkLimits, bulkStatuses, rowStates } from './model/bulk.process.ts';
import { type Change, isPriceChange, type PriceChange } from './model/bulk.rules.ts';
import { ruleReasons } from './model/market-rule.rules.ts';
import { roundings } from './model/rounding.ts';

/** Error codes of this feature beyond the common ones. */
export const bulkRefusals = {
  /** 403: bulk changes require premium. */
  premiumOnly: 'tier_limit',
  /** 409: the change is in another state, or its time for an undo is over. */
  wrongState: 'wrong_state',
} as const;

/** States that a filter may select; sold listings do not change. */
export const chosenStatuses = ['draft', 'active', 'reserved', 'paused', 'expired'] as const;

const most = { min: 1, max: 100_000_000 };
const { leastPercent, mostPercent, named, leastStep } = bulkLimits;
const percentWords = `Enter a percentage other than 0, from ${leastPercent} to ${formatNumber(mostPercent)}, with at most 2 decimals.`;
const marketWords = `Enter a percentage from ${leastPercent} to ${formatNumber(mostPercent)}, with at most 2 decimals.`;
const stepWords = `Enter a whole percentage from ${leastStep} to ${formatNumber(mostPercent)}.`;
const verb = z.literal(true).optional();
const hasTwoDecimals = (value: number) => Number.isInteger(Math.round(value * 1e6) / 1e4);

export const changeInput = z
  .strictObject({
    /** The percentage of the price; negative lowers. */
    percent: z
      .number(percentWords)
      .min(leastPercent, percentWords)
      .max(mostPercent, percentWords)
      .refine((value) => value !== 0 && hasTwoDecimals(value), percentWords)
      .optional(),
    amount: moneySchema
      .refine(
        ({ amount }) => amount !== 0 && Math.abs(amount) <= most.max,
        'Enter an amount other than 0, at most 1,000,000.00.',
      )
      .optional(),
    /** Percent above the market price; negative is below, 0 equal. */
    market: z
      .number(marketWords)
      .min(leastPercent, marketWords)
      .max(mostPercent, marketWords)
      .refine(hasTwoDecimals, marketWords)
      .optional(),
    /** With `market`: never under the seller's cost, where it is noted. */
    aboveCost: z.boolean().optional(),
    /** With `market`: the largest change of the present price, in percent. */
    mostPercent: z.int(stepWords).min(leastStep, stepWords).max(mostPercent, stepWords).optional(),
    /** The same price for all. */
    price: moneyWithin('The price', most).optional(),
    /** The lowest price for sale of the same copy, minus this amount; 0 matches it. */
    lowest: moneyWithin('The amount below the lowest price', { ...most, min: 0 }).optional(),
    /** How the new price ends: in 9 or 5 cents, or without cents. */
    rounding: z.enum(roundings, `Choose one of these roundings: ${roundings.join(', ')}.`).optional(),
    /** Never under this price. */
    floor: moneyWithin('The minimum price', most).optional(),
    pause: verb,
    resume: verb,
    renew: verb,
  })
  .superRefine(({ floor, rounding, aboveCost, mostPercent: most, ...does }, ctx) => {
    const chosen = Object.values(does).filter((value) => value !== undefined);
    if (chosen.length !== 1)
      ctx.addIssue({
        code: 'custom',
        message: 'Choose one change: percent, amount, price, lowest, market, pause, resume or renew.',
      });
    if (does.market === undefined && (aboveCost !== undefined || most !== undefined))
      ctx.addIssue({
        code: 'custom',
        path: ['market'],
        message: 'Use aboveCost and mostPercent with market only.',
      });
    const isBounded = does.percent !== undefined || does.market !== undefined || does.amount || does.lowest;
    for (const [field, value] of Object.entries({ floor, rounding }))
      if (value && !isBounded)
        ctx.addIssue({
          code: 'custom',
          path: [field],
          message: `Use ${field} with percent, amount, lowest or market only.`,
        });
    const step = does.amount ?? does.lowest;
    if (floor && step && floor.currency !== step.currency)
      ctx.addIssue({
        code: 'custom',
        path: ['floor'],
        message: 'Use the currency of the amount for the minimum price.',
      });
  })
  .transform(({ percent, amount, price, lowest, market, pause, resume, ...rest }): Change => {
    const { floor = null, rounding = null, aboveCost = false, mostPercent = null } = rest;
    const bounds = { floor, rounding };
    if (market !== undefined) return { do: 'market', percent: market, ...bounds, aboveCost, mostPercent };
    if (percent !== undefined) return { do: 'percent', percent, ...bounds };
    if (amount) return { do: 'amount', amount, ...bounds };
    if (lowest) return { do: 'lowest', less: lowest, ...bounds };
    if (price) return { do: 'price', price };
    return { do: pause ? 'pause' : resume ? 'resume' : 'renew' };
  });

/** A change of prices only. */
export const priceChangeInput = changeInput.transform((change, ctx): PriceChange => {
  if (isPriceChange(change)) return change;
  ctx.addIssue({ code: 'custom', message: 'Choose a change of prices.' });
  return z.NEVER;
});

export const bulkInput = z
  .strictObject({
    ids: z
      .array(z.string().max(64))
      .min(1, 'Choose at least 1 listing.')
      .max(named, `Choose at most ${formatNumber(named)} listings, or use a filter.`)
      .optional(),
    /** All that this finds, as “Your listings” does; `{}` selects every listing that is not sold. */
    filter: z
      .strictObject({
        status: z
          .array(z.enum(chosenStatuses, { error: `Choose one of these statuses: ${chosenStatuses.join(', ')}.` }))
          .min(1)
          .optional(),
        search: z
          .string()
          .max(100, 'Enter at most 100 characters.')
          .refine(isPlainLine, 'The search has characters that can’t be read. Type it again.')
          .optional(),
      })
      .optional(),
    change: changeInput,
    /** False starts at once; true stores a preview and waits for `commit`. */
    preview: z.boolean().default(true),
  })
  .superRefine(({ ids, filter }, ctx) => {
    if ((ids === undefined) === (filter === undefined))
      ctx.addIssue({ code: 'custom', path: ['ids'], message: 'Send either ids or a filter.' });
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
    /** Why it does not change, or how the price was computed. */
    why: z.string().nullable(),
    /** What determined the price, or prevented a change, under a market rule; null for every other change. */
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
    /** The number of listings in each state. */
    counts: z.object(
      Object.fromEntries(rowStates.map((state) => [state, z.int()])) as Record<(typeof rowStates)[number], z.ZodInt>,
    ),
    version: z.int(),
    createdAt: z.iso.datetime(),
    committedAt: z.iso.datetime().nullable(),
    /** Until when it can be undone; null where it cannot. */
    undoUntil: z.iso.datetime().nullable(),
    /** The first page. */
    changes: z.array(bulkRowSchema),
  })
  .meta({ id: 'Bulk' });
export type Bulk = z.output<typeof bulkSchema>;
