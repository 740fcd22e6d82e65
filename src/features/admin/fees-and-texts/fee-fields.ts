import { z } from 'zod';
import { feeLimits } from '#features/fees/words.ts';

/** A fee as typed: `2.5` percent and `0.30` of each order's currency. */
export const feeFields = z.strictObject({
  percent: hundredths(
    `Enter a percentage from 0 to ${feeLimits.basisPoints / 100}, for example 2.5.`,
    feeLimits.basisPoints,
  ),
  fixed: hundredths(`Enter an amount from 0 to ${feeLimits.fixed / 100}, for example 0.30.`, feeLimits.fixed),
  note: z.string(),
});

/** An empty field is an error, not a fee of zero. */
function hundredths(refusal: string, most: number) {
  return z
    .string()
    .transform((typed) => typed.trim().replace(',', '.'))
    .refine((plain) => /^\d{1,4}(\.\d{1,2})?$/.test(plain) && Math.round(Number(plain) * 100) <= most, refusal)
    .transform((plain) => Math.round(Number(plain) * 100));
}
