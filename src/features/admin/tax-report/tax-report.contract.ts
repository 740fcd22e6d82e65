import * as z from 'zod';
import { requiredLine } from '#features/members/contract.ts';

/** Since the directive applies, and until four digits end. */
export const taxYearParams = z.object({
  year: z
    .string()
    .regex(/^20(2[3-9]|[3-9]\d)$/, 'Enter a year from 2023, for example 2026.')
    .transform(Number)
    .describe('A calendar year in UTC: `2026`.'),
});

const longest = 200;

/** The operator as the tax authority knows them. */
export const operatorQuery = z.object({
  name: requiredLine('Legal name', longest, 'Enter your legal name.'),
  tin: requiredLine('Tax number', longest, 'Enter your tax number.'),
  street: requiredLine('Street and number', longest, 'Enter your street and number.'),
  postalCode: requiredLine('Postal code', longest, 'Enter your postal code.'),
  city: requiredLine('City', longest, 'Enter your city.'),
});
