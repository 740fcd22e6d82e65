import { Form, useSubmit } from 'react-router';
import { destinationName } from '#features/shipping/words.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/form/field.tsx';
import type { BuyersShipping } from '../place/shipping/buyers-shipping.ts';
import type { OfferedMethod } from '../place/shipping/order-shipping.ts';

interface ShipToProps {
  shipping: BuyersShipping;
  methods: readonly Method[];
}
type Method = Pick<OfferedMethod, 'price' | 'tracked'>;

/** Where it ships from, the reader's country, and the prices of shipping there. */
export function ShipTo({ shipping: { table, country, countries }, methods }: ShipToProps) {
  const submit = useSubmit();
  return (
    <Form method="get" preventScrollReset className="mt-4">
      <p className="dim mb-2">{shippingSentence(table.sendsFrom, country, methods)}</p>
      <Select
        label="Ship to"
        name="country"
        mark={false}
        autoComplete="country"
        defaultValue={country ?? ''}
        onChange={(event) => void submit(event.currentTarget.form, { preventScrollReset: true, replace: true })}
      >
        <option value="">Choose a country</option>
        {countries.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <Button type="submit" size="sm" className="mt-2 hidden noscript:block">
        Update shipping
      </Button>
    </Form>
  );
}

/** `Ships from Germany · to France from $1.20 · tracked $4.50`, or `Ships from Germany · free to France`. */
function shippingSentence(from: string | null, country: string | null, methods: readonly Method[]): string {
  const [cheapest] = methods;
  const tracked = methods.find((method) => method.tracked);
  const amount = ({ price }: Method) => (price.amount === 0 ? 'free' : formatMoney(price));
  return [
    from && `Ships from ${destinationName(from)}`,
    cheapest && cheapestSentence(cheapest, country, methods.length > 1),
    tracked && tracked !== cheapest && `tracked ${amount(tracked)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function cheapestSentence({ price }: Method, country: string | null, isOneOfSeveral: boolean): string {
  if (price.amount === 0) return country ? `free to ${destinationName(country)}` : 'free to some countries';
  const from = isOneOfSeveral || country === null ? 'from ' : '';
  return `${country ? `to ${destinationName(country)} ` : ''}${from}${formatMoney(price)}`;
}
