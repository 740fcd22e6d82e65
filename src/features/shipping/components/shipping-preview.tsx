import { Form } from 'react-router';
import { currencies, formatMoney } from '#kernel/numbers/money.ts';
import { noAmountIn } from '#kernel/numbers/typed-money.ts';
import { Button } from '#ui/button.tsx';
import { Select, TextInput } from '#ui/form/field.tsx';
import { Definitions } from '#ui/page/panel.tsx';
import type { ShippingPreview as Preview } from '../preview.server.ts';
import { destinationName } from '../words.ts';

interface ShippingPreviewProps {
  preview: Preview;
  countries: readonly (readonly [string, string])[];
}

/** What a buyer pays for one card, by the saved methods. */
export function ShippingPreview({ preview, countries }: ShippingPreviewProps) {
  const { price, currency, country, value, methods } = preview;
  return (
    <>
      <Form method="get" preventScrollReset replace aria-label="Preview">
        <div className="grid gap-4 sm:grid-cols-3">
          <TextInput
            label="Card price"
            name="price"
            mark={false}
            inputMode="decimal"
            defaultValue={price}
            error={value === null ? noAmountIn(currency, price) : undefined}
          />
          <Select label="Currency" name="currency" id="preview-currency" mark={false} defaultValue={currency}>
            {currencies.map((code) => (
              <option key={code}>{code}</option>
            ))}
          </Select>
          <Select label="Ship to" name="to" mark={false} defaultValue={country}>
            {countries.map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        </div>
        <Button type="submit" className="mt-4">
          Show shipping
        </Button>
      </Form>
      {value && (
        <div role="status" className="mt-4">
          <p className="mb-2">
            A card for {formatMoney(value)} to {destinationName(country)}:
          </p>
          {methods.length > 0 ? (
            <Definitions
              rows={methods.map(({ name, price: cost }) => [name, cost.amount === 0 ? 'Free' : formatMoney(cost)])}
            />
          ) : (
            <p className="dim">None of your methods ships it there.</p>
          )}
        </div>
      )}
    </>
  );
}
