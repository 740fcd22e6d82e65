import * as z from 'zod';
import { line } from '#features/members/contract.ts';
import { taxLimits } from './tax.rules.ts';

const rate = `Enter a percentage from 0 to ${taxLimits.basisPoints / 100}, for example 19.`;

/** A tax rule as typed. */
export const taxInput = z.strictObject({
  percent: z
    .string()
    .transform((typed) => typed.trim().replace(',', '.'))
    .refine((typed) => /^\d{1,2}(\.\d{1,2})?$/.test(typed), rate)
    .transform((typed) => Math.round(Number(typed) * 100))
    .refine((basisPoints) => basisPoints <= taxLimits.basisPoints, rate),
  name: line('Name of the tax', taxLimits.name).refine((text) => text !== '', 'Enter the name of the tax.'),
  taxNote: line('Note', taxLimits.note).transform((text) => (text === '' ? null : text)),
});
