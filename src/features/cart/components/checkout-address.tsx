import { Form, Link, useNavigation, useSubmit } from 'react-router';
import type { Address } from '#features/addresses/contract.ts';
import { AddressFields } from '#features/addresses/widgets.tsx';
import { countryName } from '#kernel/text/country-name.ts';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { RadioCards } from '#ui/form/radio-cards.tsx';
import { Note, Panel } from '#ui/page/panel.tsx';

interface CheckoutAddressProps {
  addresses: readonly Address[];
  /** The chosen one; null for an empty book. */
  address: Address | null;
  /** Why no other address can be added. */
  fullBook: string | null;
  currency: string;
  countries: readonly (readonly [string, string])[];
  /** The country that the cart is shown for. */
  country: string | undefined;
  asksPhone: boolean;
  answer: FormAnswer | undefined;
}

/** Where the cards are shipped: an address of the book, or a new one. Shipping prices follow its country. */
export function CheckoutAddress(props: CheckoutAddressProps) {
  const { addresses, address, fullBook, answer } = props;
  return (
    <Panel
      id="address"
      title="Shipping address"
      note={address ? 'The sellers see this address once you’ve paid.' : 'Shipping prices depend on the country.'}
    >
      {addresses.length > 1 && <AddressChoice {...props} />}
      {addresses.length === 1 && address && (
        <address dir="auto" className="whitespace-pre-line wrap-anywhere not-italic">
          {[...address.lines, countryName(address.country)].join('\n')}
        </address>
      )}
      {address?.warnings.map((warning) => (
        <Note key={warning} tone="warning" className="mt-3">
          {warning}
        </Note>
      ))}
      {address && (
        <p className="mt-3">
          <Link className="link" to={`/settings/addresses/${address.id}`}>
            Edit address
          </Link>
        </p>
      )}
      {!address ? (
        <AddAddress {...props} />
      ) : fullBook ? (
        <p className="dim mt-3">{fullBook}</p>
      ) : (
        <details className="cart-more" open={answer?.problem !== undefined || undefined}>
          <summary>Add another address</summary>
          <AddAddress {...props} />
        </details>
      )}
    </Panel>
  );
}

/** With script a choice counts at once. */
function AddressChoice({ addresses, address, currency }: CheckoutAddressProps) {
  const submit = useSubmit();
  const { location } = useNavigation();
  const pending = new URLSearchParams(location?.search).get('address');
  const choose = (id: string) =>
    void submit({ currency, address: id }, { action: '/checkout', preventScrollReset: true, replace: true });
  return (
    <Form action="/checkout">
      <input type="hidden" name="currency" value={currency} />
      <RadioCards
        legend="Ship to"
        name="address"
        mark={false}
        value={pending ?? address?.id ?? ''}
        onChange={choose}
        options={addresses.map(({ id, name, lines, country }) => ({
          value: id,
          label: <span dir="auto">{name}</span>,
          means: [...lines.filter((line) => line !== name), countryName(country)].join(', '),
        }))}
      />
      <Button type="submit" size="sm" className="mt-3 hidden noscript:inline-flex">
        Use this address
      </Button>
    </Form>
  );
}

function AddAddress({ addresses, currency, countries, country, asksPhone, answer }: CheckoutAddressProps) {
  const busy = useNavigation().formData?.get('intent') === 'address';
  const { problem, values = country === undefined ? undefined : { country } } = answer ?? {};
  return (
    <Form
      method="post"
      action={`/checkout?currency=${currency}`}
      className="cart-address"
      noValidate
      aria-label="Add address"
    >
      <ErrorSummary
        errors={problem?.errors}
        message={problem?.errors ? undefined : problem?.message}
        attempt={problem}
      />
      <AddressFields
        countries={countries}
        values={values}
        errors={problem?.errors}
        asksPhone={asksPhone}
        isFirst={addresses.length === 0}
      />
      <Button
        type="submit"
        name="intent"
        value="address"
        kind="primary"
        className="mt-6"
        busy={busy}
        busyLabel="Saving…"
      >
        Add address
      </Button>
    </Form>
  );
}
