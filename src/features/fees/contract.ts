import * as z from 'zod';
import { line } from '#features/members/contract.ts';
import { wholeListSchema } from '#kernel/numbers/paging-schema.ts';
import { feeLimits } from './fee.rules.ts';

/** Public API, browser-safe: the marketplace fee. */

export const feeRefusals = {
  /** 409: the fee is that already. */
  sameFee: 'same_fee',
} as const;

const share = `Enter the percentage in hundredths, from 0 to ${feeLimits.basisPoints}.`;
const fixed = `Enter the amount in minor units, from 0 to ${feeLimits.fixed}.`;
export const feeInput = z
  .strictObject({
    basisPoints: z.int({ error: share }).min(0, share).max(feeLimits.basisPoints, share),
    fixed: z.int({ error: fixed }).min(0, fixed).max(feeLimits.fixed, fixed),
    note: line('Note', feeLimits.note)
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
    /** In words: `2.5% of the card price and 0.30 per order`. */
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
