import * as z from 'zod';
import { emailSchema, line, lines, optionalLine, requiredLine } from '#features/members/contract.ts';
import { isCountry } from './model/countries.ts';
import { sellerKinds, traderLimits } from './model/trader.rules.ts';

/** Public API for the browser: the seller's legal status, and the data of a trader. */

export const traderRefusals = {
  /** 403: a trader without the required data lists nothing. */
  dataMissing: 'trader_data_missing',
  /** 409: an admin marked the member as a trader, who cannot change that. */
  marked: 'marked_trader',
} as const;

/** A VAT ID without its separators, null where it is empty or absent. */
export const vatIdInput = line('VAT ID', traderLimits.vatId)
  .transform((text) => text.replaceAll(/[\s./-]/g, '').toUpperCase() || null)
  .refine(
    (id) => id === null || /^[A-Z]{2}[A-Z0-9+*]{2,14}$/.test(id),
    'Enter a VAT ID with its country code, for example DE123456789.',
  )
  .nullable()
  .default(null);

const traderFields = {
  legalName: requiredLine('Legal name', traderLimits.name, 'Enter your legal name.'),
  street: requiredLine('Street and number', traderLimits.street, 'Enter your street and number.'),
  postalCode: optionalLine('Postal code', traderLimits.postalCode),
  city: requiredLine('City', traderLimits.city, 'Enter your city.'),
  country: line('Country', 2)
    .transform((code) => code.toUpperCase())
    .refine(isCountry, 'Choose a country.'),
  email: emailSchema,
  phone: line('Phone', traderLimits.phone).refine(
    (text) => /^\+?[0-9][0-9 ()./-]{3,}$/.test(text),
    'Enter a phone number, for example +49 221 123456.',
  ),
  register: optionalLine('Trade register', traderLimits.register),
  registerNumber: optionalLine('Register number', traderLimits.number),
  vatId: vatIdInput,
  withdrawal: lines('Withdrawal', traderLimits.withdrawal)
    .transform((text) => (text === '' ? null : text))
    .nullable()
    .default(null),
};

const traderInput = z
  .strictObject({
    kind: z.literal('trader'),
    ...traderFields,
    certified: z.literal(true, 'Certify that you sell only items that comply with EU law.'),
  })
  .superRefine(({ register, registerNumber }, context) => {
    if (register !== null && registerNumber === null)
      context.addIssue({ code: 'custom', path: ['registerNumber'], message: 'Enter your register number.' });
    if (register === null && registerNumber !== null)
      context.addIssue({ code: 'custom', path: ['register'], message: 'Enter the trade register.' });
  })
  .meta({ id: 'TraderIn' });

export const statusInput = z
  .discriminatedUnion(
    'kind',
    [z.strictObject({ kind: z.literal('private') }).meta({ id: 'PrivateSellerIn' }), traderInput],
    {
      error: 'Choose one of these values: private, trader.',
    },
  )
  .meta({ id: 'SellerStandingIn' });
export type StatusInput = z.output<typeof statusInput>;

/** The public data of a trader. */
export const traderSchema = z
  .object({
    legalName: z.string().nullable(),
    street: z.string().nullable(),
    postalCode: z.string().nullable(),
    city: z.string().nullable(),
    country: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    register: z.string().nullable(),
    registerNumber: z.string().nullable(),
    vatId: z.string().nullable(),
    /** The trader's own words about withdrawal, beside the app's. */
    withdrawal: z.string().nullable(),
    /** When the trader certified to offer only what the law allows. */
    certifiedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Trader' });
export type Trader = z.output<typeof traderSchema>;

/** The seller's legal status, and what it means for the buyer. */
export const sellerTermsSchema = z
  .object({ kind: z.enum(sellerKinds), trader: traderSchema.nullable(), rights: z.array(z.string()) })
  .meta({ id: 'SellerTerms' });
export type SellerTerms = z.output<typeof sellerTermsSchema>;

export const ownStatusSchema = sellerTermsSchema
  .extend({
    /** Required data that is missing. */
    missing: z.array(z.string()),
    /** An admin marked this member as a trader. */
    isMarked: z.boolean(),
    /** When listings are paused unless the data is complete. */
    dueAt: z.iso.datetime().nullable(),
    updatedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'OwnSellerTerms' });
export type OwnStatus = z.output<typeof ownStatusSchema>;
