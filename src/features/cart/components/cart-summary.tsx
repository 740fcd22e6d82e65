import { Link } from 'react-router';
import { plural } from '#kernel/format.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Definitions, Panel } from '#ui/page/panel.tsx';
import type { Cart } from '../contract.ts';
import { payableTotals } from '../model/payable-totals.rules.ts';
import { shippingAmount, totalAmount } from './shipping-amount.ts';

interface CartSummaryProps {
  totals: Cart['totals'];
  hasCountry: boolean;
  isMember: boolean;
}

/** What a purchase of the cart costs, in each of its currencies. */
export function CartSummary({ totals, hasCountry, isMember }: CartSummaryProps) {
  const payable = payableTotals(totals);
  return (
    <aside aria-label="Summary">
      <Panel
        title="Summary"
        note={payable.length > 1 ? 'A purchase has one currency. You can buy in several steps.' : undefined}
      >
        {payable.length === 0 && <p>Nothing in your cart can be bought now.</p>}
        {payable.map(({ currency, available, isComplete }) => (
          <div key={currency} className="mb-5" data-testid={`cart-total-${currency}`}>
            <Definitions
              rows={[
                [plural(available.copies, { one: '# card', other: '# cards' }), formatMoney(available.items)],
                ['Shipping', shippingAmount(available.shipping, hasCountry)],
                ['Total', <strong key="total">{totalAmount(available, hasCountry)}</strong>],
              ]}
            />
            {!isComplete && <p className="cart-said bad">Only available cards are included.</p>}
            <ButtonLink kind="primary" full className="mt-4" to={`/checkout?currency=${currency}`}>
              {payable.length > 1 ? `Go to checkout in ${currency}` : 'Go to checkout'}
            </ButtonLink>
          </div>
        ))}
        {!isMember && (
          <p className="dim">
            <Link className="link" to="/auth/sign-in?next=%2Fcart">
              Sign in
            </Link>{' '}
            to see your cart on all your devices. Without an account it’s stored for 30 days.
          </p>
        )}
      </Panel>
    </aside>
  );
}
