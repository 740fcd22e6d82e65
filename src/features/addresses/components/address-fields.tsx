import { useState } from 'react';
import { Checkbox, Select, TextInput } from '#ui/form/field.tsx';
import { type AddressPart, addressLimits, addressParts, isRequired, labelOf, partsOf } from '../address.rules.ts';
import type { Address } from '../contract.ts';

export interface AddressFieldsProps {
  address?: Address;
  countries: readonly (readonly [string, string])[];
  values: Record<string, string> | undefined;
  errors: Record<string, string> | undefined;
  /** Where `false`, no phone number is asked for. */
  asksPhone?: boolean;
  /** The first address of a book is its default in any case. */
  isFirst?: boolean;
}

const autoComplete: Record<AddressPart, string> = {
  name: 'name',
  line1: 'address-line1',
  line2: 'address-line2',
  city: 'address-level2',
  state: 'address-level1',
  postalCode: 'postal-code',
};
const longest: Record<AddressPart, number> = {
  name: addressLimits.name,
  line1: addressLimits.line,
  line2: addressLimits.line,
  city: addressLimits.city,
  state: addressLimits.state,
  postalCode: addressLimits.postalCode,
};

/**
 * The fields of an address in the order of its country, before one is chosen all of them. Without script they follow
 * the country after they were sent.
 */
export function AddressFields({
  address,
  countries,
  values,
  errors,
  asksPhone = true,
  isFirst = false,
}: AddressFieldsProps) {
  const given = values?.country ?? address?.country ?? '';
  const [country, setCountry] = useState(given);
  return (
    <>
      <Select
        label="Country"
        name="country"
        required
        autoComplete="country"
        defaultValue={given}
        onChange={(event) => setCountry(event.target.value)}
        error={errors?.country}
      >
        <option value="">Choose a country</option>
        {countries.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      {(country === '' ? addressParts : partsOf(country)).map((part) => (
        <TextInput
          key={part}
          name={part}
          label={labelOf(part, country)}
          required={isRequired(part, country)}
          autoComplete={autoComplete[part]}
          maxLength={longest[part]}
          dir="auto"
          defaultValue={values?.[part] ?? address?.[part] ?? ''}
          error={errors?.[part]}
        />
      ))}
      {asksPhone && (
        <TextInput
          name="phone"
          label="Phone"
          type="tel"
          autoComplete="tel"
          maxLength={addressLimits.phone}
          help="Some carriers ask for it. Example: +49 221 123456."
          defaultValue={values?.phone ?? address?.phone ?? ''}
          error={errors?.phone}
        />
      )}
      {!address?.isDefault && !isFirst && (
        <Checkbox name="isDefault" label="Use as default address" defaultChecked={values?.isDefault === 'on'} />
      )}
    </>
  );
}
