import { Link } from 'react-router';
import { destinationName, type ListedTable, listedByDestination } from '#features/shipping/words.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { Definitions } from '#ui/page/panel.tsx';
import { sentBy } from '../../listing-words.ts';
import { copyOf, inCurrency } from '../form/form-input.ts';
import type { ListingForm } from '../form/listing-form.ts';

interface TableShippingProps {
  form: ListingForm;
  shipping: ListedTable & { methods: NonNullable<ListedTable['methods']> };
}

/** The seller's methods for this card, by destination. */
export function TableShipping({ form, shipping }: TableShippingProps) {
  const destinations = listedByDestination(inCurrency(shipping, form.currency), copyOf(form));
  return (
    <section className="mt-7">
      <h3 className="mb-1 text-[0.9375rem] font-semibold">Shipping</h3>
      {destinations.length > 0 ? (
        <Definitions
          rows={destinations.map(({ destination, methods: fitting }) => [
            destinationName(destination),
            fitting
              .map((method) => `${sentBy(method)}: ${method.price.amount === 0 ? 'Free' : formatMoney(method.price)}`)
              .join(' · '),
          ])}
        />
      ) : (
        <p className="err">None of your shipping methods ships this card in {form.currency}. Buyers can’t order it.</p>
      )}
      <p className="mt-2">
        <Link className="link" to="/dashboard/shipping" target="_blank">
          Edit shipping methods
        </Link>
      </p>
    </section>
  );
}
