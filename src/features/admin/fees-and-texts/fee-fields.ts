import { z } from 'zod';
import { feeLimits } from '#features/fees/words.ts';

/** A fee as typed: `2.5` percent and `0.30` of each order's currency. */
export const feeFields = z.strictObject({
  percent: hundredths('percentage', feeLimits.basisPoints),
  fixed: hundredths('amount of each order', feeLimits.fixed),
  note: z.string(),
});

/** An empty field is an error, not a fee of zero. */
function hundredths(what: string, most: number) {
  const refusal = `Enter the ${what} as a number from 0 to ${most / 100}, such as 0 or 2.5.`;
  return z
    .string()
    .transform((typed) => typed.trim().replace(',', '.'))
    .refine((plain) => /^\d{1,4}(\.\d{1,2})?$/.test(plain) && Math.round(Number(plain) * 100) <= most, refusal)
    .transform((plain) => Math.round(Number(plain) * 100));
}
