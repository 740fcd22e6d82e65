import * as z from 'zod';
import { line, optionalLine, requiredLine } from '#features/members/contract.ts';
import { vatIdInput } from '#features/traders/contract.ts';
import { countryName } from '#kernel/text/country-name.ts';
import { taxPayerKinds } from './tax-report.rules.ts';
import { plainTin, tinProblem } from './tin.rules.ts';

export const taxDetailsLengths = { name: 100, street: 150, postalCode: 20, city: 100, number: 40 } as const;

export const noBirthDate = 'Enter your date of birth, for example 1990-05-31.';

const country = (missing: string) =>
  line('Country', 2)
    .transform((code) => code.toUpperCase())
    .refine((code) => countryName(code) !== undefined, missing);

const shared = {
  street: requiredLine('Street and number', taxDetailsLengths.street, 'Enter your street and number.'),
  postalCode: optionalLine('Postal code', taxDetailsLengths.postalCode),
  city: requiredLine('City', taxDetailsLengths.city, 'Enter your city.'),
  country: country('Select the country where you live or your business is.'),
  tin: requiredLine('Tax number', taxDetailsLengths.number, 'Enter your tax number.').transform(plainTin),
  tinCountry: country('Select the country that issued the tax number.'),
  vatId: vatIdInput,
};

const birthDate = z.iso.date(noBirthDate).refine((day) => day >= '1900-01-01', noBirthDate);

const individual = z.strictObject({
  kind: z.literal('individual'),
  firstName: requiredLine('First name', taxDetailsLengths.name, 'Enter your first name.'),
  lastName: requiredLine('Last name', taxDetailsLengths.name, 'Enter your last name.'),
  birthDate,
  ...shared,
});

const company = z.strictObject({
  kind: z.literal('company'),
  companyName: requiredLine('Legal name', taxDetailsLengths.name, 'Enter the legal name of your business.'),
  registerNumber: requiredLine('Register number', taxDetailsLengths.number, 'Enter your register number.'),
  ...shared,
});

/** The details of a seller for the tax report. */
export const taxDetailsInput = z
  .discriminatedUnion('kind', [individual, company], { error: 'Select a private person or a business.' })
  .superRefine(({ kind, tin, tinCountry }, context) => {
    const message = tinProblem(tin, tinCountry, kind === 'individual');
    if (message) context.addIssue({ code: 'custom', path: ['tin'], message });
  })
  .meta({ id: 'TaxDetailsIn' });
export type TaxDetailsInput = z.output<typeof taxDetailsInput>;

const shown = z.string().nullable();
export const ownTaxDetailsSchema = z
  .object({
    kind: z.enum(taxPayerKinds).nullable(),
    ...{ firstName: shown, lastName: shown, birthDate: shown, companyName: shown, registerNumber: shown },
    ...{ street: shown, postalCode: shown, city: shown, country: shown, tin: shown, tinCountry: shown, vatId: shown },
    givenAt: z.iso.datetime().nullable(),
    dueAt: z.iso
      .datetime()
      .nullable()
      .describe('Payouts wait from then on. Null: you weren’t asked, or they are given.'),
    isHeld: z.boolean().describe('Payouts wait for these details.'),
  })
  .meta({ id: 'TaxDetails' });
export type OwnTaxDetails = z.output<typeof ownTaxDetailsSchema>;
