import { Select, TextArea, TextInput } from '#ui/form/field.tsx';
import type { Trader } from '../contract.ts';
import { traderLimits } from '../model/trader.rules.ts';

export interface TraderFieldsProps {
  trader: Trader | null;
  countries: readonly (readonly [string, string])[];
  values: Record<string, string> | undefined;
  errors: Record<string, string> | undefined;
}

/** The required data of a trader. */
export function TraderFields({ trader, countries, values, errors }: TraderFieldsProps) {
  const field = (name: keyof Trader) => ({
    name,
    defaultValue: values?.[name] ?? trader?.[name] ?? '',
    error: errors?.[name],
  });
  return (
    <>
      <TextInput
        label="Legal name"
        required
        autoComplete="organization"
        maxLength={traderLimits.name}
        {...field('legalName')}
      />
      <TextInput
        label="Street and number"
        required
        autoComplete="street-address"
        maxLength={traderLimits.street}
        {...field('street')}
      />
      <TextInput
        label="Postal code"
        autoComplete="postal-code"
        maxLength={traderLimits.postalCode}
        {...field('postalCode')}
      />
      <TextInput label="City" required autoComplete="address-level2" maxLength={traderLimits.city} {...field('city')} />
      <Select label="Country" required autoComplete="country" {...field('country')}>
        <option value="">Choose a country</option>
        {countries.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <TextInput label="Email for buyers" type="email" required autoComplete="email" {...field('email')} />
      <TextInput
        label="Phone"
        type="tel"
        required
        autoComplete="tel"
        maxLength={traderLimits.phone}
        {...field('phone')}
      />
      <TextInput
        label="Trade register"
        maxLength={traderLimits.register}
        help="The register with its court or office, for example “Handelsregister, Amtsgericht Köln”."
        {...field('register')}
      />
      <TextInput label="Register number" maxLength={traderLimits.number} {...field('registerNumber')} />
      <TextInput label="VAT ID" help="Enter it if you have one." maxLength={traderLimits.vatId} {...field('vatId')} />
      <TextArea
        label="Withdrawal"
        rows={4}
        maxLength={traderLimits.withdrawal}
        help="The statutory text is already included. Add the return address and who pays for return shipping."
        {...field('withdrawal')}
      />
    </>
  );
}
