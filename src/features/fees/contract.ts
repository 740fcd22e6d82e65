import * as z from 'zod';
import { line, lines } from '#features/members/contract.ts';
import { wholeListSchema } from '#kernel/numbers/paging-schema.ts';
import { feeLimits } from './fee.rules.ts';
import { marketTextLength, marketTextNames } from './text.rules.ts';

/** Public API, browser-safe: the marketplace fee and the host's texts. */

export const termsRefusals = {
  /** 409: the fee is that already. */
  sameFee: 'same_fee',
  /** 409: the text is another version than the one that was read. */
  textChanged: 'text_changed',
} as const;

const share = `The share must be a whole number of hundredths of a percent from 0 to ${feeLimits.basisPoints}.`;
const fixed = `The amount must be whole minor units from 0 to ${feeLimits.fixed}.`;
export const feeInput = z
  .strictObject({
    basisPoints: z.int({ error: share }).min(0, share).max(feeLimits.basisPoints, share),
    fixed: z.int({ error: fixed }).min(0, fixed).max(feeLimits.fixed, fixed),
    note: line('The note', feeLimits.note)
      .transform((text) => (text === '' ? null : text))
      .nullable()
      .default(null),
  })
  .meta({ id: 'MarketFeeIn' });
export type FeeInput = z.output<typeof feeInput>;

/** A fee, since when, until when. */
export const feeSchema = z
  .object({
    basisPoints: z.int(),
    fixed: z.int(),
    /** In words: `2.5 % of what the cards cost and 0.30 an order`. */
    words: z.string(),
    note: z.string().nullable(),
    /** Null where it was so from the beginning. */
    since: z.iso.datetime().nullable(),
    until: z.iso.datetime().nullable(),
  })
  .meta({ id: 'MarketFee' });
export type FeeView = z.output<typeof feeSchema>;
/** The one in force first. */
export const feesSchema = wholeListSchema(feeSchema);

export const marketTextInput = z
  .strictObject({ text: lines('The text', marketTextLength), version: z.int().optional() })
  .meta({ id: 'MarketTextIn' });
export const marketTextSchema = z
  .object({ name: z.enum(marketTextNames), text: z.string(), version: z.int(), updatedAt: z.iso.datetime().nullable() })
  .meta({ id: 'MarketText' });
export type MarketText = z.output<typeof marketTextSchema>;
export const marketTextsSchema = wholeListSchema(marketTextSchema);
