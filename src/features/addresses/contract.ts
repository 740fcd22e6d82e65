import * as z from 'zod';
import { line, requiredLine } from '#features/members/contract.ts';
import { wholeListSchema } from '#kernel/numbers/paging-schema.ts';
import { countryName } from '#kernel/text/country-name.ts';
import { addressLimits } from './address.rules.ts';

/** Public API for the browser: a member's address book. */

export const addressRefusals = {
  /** 409: the book is full. */
  tooMany: 'too_many_addresses',
  /** 409: the address changed since `version` was read. */
  versionChanged: 'version_changed',
} as const;

const optional = (label: string, max: number) =>
  line(label, max)
    .transform((text) => (text === '' ? null : text))
    .nullable();

const fields = {
  name: requiredLine('Full name', addressLimits.name, 'Enter a full name.'),
  line1: requiredLine('Street and number', addressLimits.line, 'Enter a street and number.'),
  line2: optional('Apartment or floor', addressLimits.line),
  city: optional('City', addressLimits.city),
  state: optional('State or province', addressLimits.state),
  postalCode: optional('Postal code', addressLimits.postalCode),
  country: line('Country', 2)
    .transform((code) => code.toUpperCase())
    .refine((code) => countryName(code) !== undefined, 'Choose a country.'),
  phone: optional('Phone', addressLimits.phone),
};

export const addressInput = z
  .strictObject({
    ...fields,
    line2: fields.line2.default(null),
    city: fields.city.default(null),
    state: fields.state.default(null),
    postalCode: fields.postalCode.default(null),
    phone: fields.phone.default(null),
    /** The first address of a book is the default in any case. */
    isDefault: z.boolean('Use true or false.').default(false),
  })
  .meta({ id: 'AddressIn' });
export type AddressInput = z.output<typeof addressInput>;

/** Only what is sent is changed. `version`, when sent, must be the one that was read. */
export const changeAddressInput = z
  .strictObject({
    ...fields,
    isDefault: z.literal(true, 'To change the default address, make another address the default.'),
    version: z.int('Use a whole number as the version.'),
  })
  .partial()
  .meta({ id: 'AddressChange' });
export type ChangeAddressInput = z.output<typeof changeAddressInput>;

export const addressSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    line1: z.string(),
    line2: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    postalCode: z.string().nullable(),
    country: z.string(),
    phone: z.string().nullable(),
    isDefault: z.boolean(),
    version: z.int(),
    /** The address as its country writes it, without the country. */
    lines: z.array(z.string()),
    /** What looks wrong; the address is saved all the same. */
    warnings: z.array(z.string()),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'SavedAddress' });
export type Address = z.output<typeof addressSchema>;
/** The default first, then the newest. */
export const addressesSchema = wholeListSchema(addressSchema);
