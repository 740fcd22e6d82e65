import * as z from 'zod';
import { line } from '#features/members/contract.ts';

/** Since the directive applies, and until four digits end. */
export const taxYearParams = z.object({
  year: z
    .string()
    .regex(/^20(2[3-9]|[3-9]\d)$/, 'Enter a year from 2023, for example 2026.')
    .transform(Number)
    .describe('A calendar year in UTC: `2026`.'),
});

const full = (label: string, missing: string) => line(label, 200).refine((text) => text !== '', missing);

/** The operator as the tax authority knows them. */
export const operatorQuery = z.object({
  name: full('Legal name', 'Enter your legal name.'),
  tin: full('Tax number', 'Enter your tax number.'),
  street: full('Street and number', 'Enter your street and number.'),
  postalCode: full('Postal code', 'Enter your postal code.'),
  city: full('City', 'Enter your city.'),
});
