import * as z from 'zod';
import { line } from '#features/members/contract.ts';
import { taxLimits } from '#features/payouts/words.ts';

const rate = `Enter a percentage from 0 to ${taxLimits.basisPoints / 100}, for example 19.`;

/** A tax as typed: `19` percent. */
export const taxFields = z.strictObject({
  taxPercent: z
    .string()
    .transform((typed) => typed.trim().replace(',', '.'))
    .refine((plain) => /^\d{1,2}(\.\d{1,2})?$/.test(plain) && Number(plain) * 100 <= taxLimits.basisPoints, rate)
    .transform((plain) => Math.round(Number(plain) * 100)),
  taxName: line('Name of the tax', taxLimits.name).refine((text) => text !== '', 'Enter the name of the tax.'),
  taxNote: line('Note', taxLimits.note).transform((text) => (text === '' ? null : text)),
});
