import { Form, useNavigation } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/form/field.tsx';
import type { Cart } from '../contract.ts';

interface CountryFormProps {
  country: Cart['country'];
  countries: readonly (readonly [string, string])[];
}

const sources: Record<NonNullable<Cart['country']>['from'], string | undefined> = {
  chosen: undefined,
  address: 'The country of your default address.',
  language: 'Suggested by your browser’s language. Change it if your cards ship to another country.',
};

/** The country that the shipping prices are for. */
export function CountryForm({ country, countries }: CountryFormProps) {
  const busy = useNavigation().formData?.get('intent') === 'country';
  return (
    <Form method="post" action="/cart" preventScrollReset className="cart-country" aria-label="Shipping country">
      <input type="hidden" name="intent" value="country" />
      <Select
        key={country?.code}
        label="Ship to"
        name="country"
        mark={false}
        autoComplete="country"
        defaultValue={country?.code ?? ''}
        help={country ? sources[country.from] : 'Choose a country to see its shipping prices.'}
      >
        {country === null && <option value="">Choose a country</option>}
        {countries.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <Button type="submit" busy={busy} busyLabel="Updating…">
        Update country
      </Button>
    </Form>
  );
}
