import * as z from 'zod';
import { moneySchema } from '#kernel/numbers/money-schema.ts';
import { isPlainLine } from '#kernel/text/plain-text.ts';
import { changeInput, chosenStatuses } from './contract.ts';
import { bulkStatuses, rowStates, ruleLimits } from './model/bulk.process.ts';
import type { MarketRule } from './model/bulk.rules.ts';
import { roundings } from './model/rounding.ts';

/** The seller's listings of a rule: those in these states that its search finds; without a search all of them. */
export const ruleChoice = z.strictObject({
  status: z
    .array(z.enum(chosenStatuses, { error: `Choose one of these statuses: ${chosenStatuses.join(', ')}.` }))
    .min(1, 'Choose at least 1 status.')
    .max(chosenStatuses.length, 'Choose each status only once.')
    .default(['active', 'reserved']),
  query: z
    .string()
    .trim()
    .max(200, 'Enter at most 200 characters.')
    .refine(isPlainLine, 'The search has characters that can’t be read. Type it again.')
    .default(''),
});
export type RuleChoice = z.output<typeof ruleChoice>;

export const ruleInput = z
  .strictObject({
    name: z
      .string('Enter a name.')
      .trim()
      .min(1, 'Enter a name.')
      .max(ruleLimits.nameLength, `Enter at most ${ruleLimits.nameLength} characters.`)
      .refine(isPlainLine, 'The name has characters that can’t be shown. Type it again.'),
    filter: ruleChoice.prefault({}),
    change: changeInput.refine(
      (change) => change.do === 'market',
      'A price rule follows the market price. Send change.market.',
    ),
    isOn: z.boolean().default(true),
  })
  .transform(({ change, ...rest }) => ({ ...rest, change: change as MarketRule }))
  .meta({ id: 'PriceRuleIn' });
export type RuleInput = z.output<typeof ruleInput>;

const runSchema = z.object({
  /** A bulk change, which can be read and undone as one. */
  id: z.string(),
  status: z.enum(bulkStatuses),
  night: z.string(),
  counts: z.object(
    Object.fromEntries(rowStates.map((state) => [state, z.int()])) as Record<(typeof rowStates)[number], z.ZodInt>,
  ),
});

export const priceRuleSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    filter: z.object({ status: z.array(z.enum(chosenStatuses)), query: z.string() }),
    change: z.object({
      market: z.number(),
      floor: moneySchema.nullable(),
      /** How the price ends; null where it is not rounded. */
      rounding: z.enum(roundings).nullable(),
      aboveCost: z.boolean(),
      mostPercent: z.int().nullable(),
    }),
    /** In words. */
    said: z.string(),
    isOn: z.boolean(),
    /** Why an active rule does not run; null where it does. */
    paused: z.string().nullable(),
    version: z.int(),
    createdAt: z.iso.datetime(),
    /** The last nights, newest first. */
    runs: z.array(runSchema),
  })
  .meta({ id: 'PriceRule' });
export type PriceRule = z.output<typeof priceRuleSchema>;
export const priceRulesSchema = z.object({ items: z.array(priceRuleSchema) }).meta({ id: 'PriceRules' });
