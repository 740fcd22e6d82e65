import { Form, useNavigation } from 'react-router';
import type { Address } from '#features/addresses/contract.ts';
import { addressLimits } from '#features/addresses/words.ts';
import { orderDeadlines } from '#features/orders/words.ts';
import { plural } from '#kernel/format.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { TextInput } from '#ui/form/field.tsx';
import { RadioCards } from '#ui/form/radio-cards.tsx';
import { Definitions, Panel } from '#ui/page/panel.tsx';
import { methodNeedingPhone, phoneField } from '../model/phone.rules.ts';
import type { ShownCart } from '../read/read-cart.server.ts';
import { cartLimits } from '../words.ts';
import { shippingAmount, totalAmount } from './shipping-amount.ts';

interface CheckoutFormProps {
  groups: ShownCart['groups'];
  /** Null: the buyer has none yet, and nothing can be bought. */
  address: Address | null;
  answer: FormAnswer | undefined;
  hasCountry: boolean;
  total: ShownCart['totals'][number];
  idempotencyKey: string;
}

/** The totals, how much of the cart is wanted, and the button that reserves it. Works without script. */
export function CheckoutForm({
  groups,
  address,
  answer,
  hasCountry,
  total: { currency, available, isComplete },
  idempotencyKey,
}: CheckoutFormProps) {
  const busy = useNavigation().formData?.get('idempotencyKey') === idempotencyKey;
  const total = formatMoney(available.total);
  const method = address?.phone === null ? methodNeedingPhone(groups) : undefined;
  const isTooMuch = available.copies > cartLimits.copies;
  return (
    <aside aria-label="Summary">
      <Panel title="Summary">
        <Definitions
          rows={[
            [plural(available.copies, { one: '# card', other: '# cards' }), formatMoney(available.items)],
            ['Shipping', shippingAmount(available.shipping, hasCountry)],
            ['Total', <strong key="total">{totalAmount(available, hasCountry)}</strong>],
          ]}
        />
        {available.copies === 0 || isTooMuch ? (
          <>
            <p className="cart-said bad">
              {isTooMuch
                ? `You can buy ${cartLimits.copies} cards at once. Lower a quantity, or buy in two steps.`
                : `Nothing in your cart can be bought in ${currency} now.`}
            </p>
            <ButtonLink full className="mt-4" to="/cart">
              Back to cart
            </ButtonLink>
          </>
        ) : address === null ? (
          <p className="cart-said">
            <a className="link" href="#address">
              Add a shipping address
            </a>{' '}
            to see the final total and continue to payment.
          </p>
        ) : (
          <Form
            method="post"
            noValidate
            action={`/checkout?${new URLSearchParams({ currency, address: address.id })}`}
            className="mt-4"
          >
            <input type="hidden" name="currency" value={currency} />
            <input type="hidden" name="addressId" value={address.id} />
            {groups.map(
              ({ seller, chosen, available: { shipping } }) =>
                chosen !== null && (
                  <input
                    key={seller.id}
                    type="hidden"
                    name="method"
                    value={`${seller.id} ${shipping.amount} ${chosen}`}
                  />
                ),
            )}
            <input type="hidden" name="expectedTotal" value={available.total.amount} />
            <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
            {groups.flatMap(({ lines }) =>
              lines.map(
                ({ id, version }) =>
                  version !== null && <input key={id} type="hidden" name="seen" value={`${id} ${version}`} />,
              ),
            )}
            {method && <PhoneInput method={method} answer={answer} />}
            <ModeChoice isComplete={isComplete} total={total} />
            <Button type="submit" kind="primary" full className="mt-4" busy={busy} busyLabel="Reserving…">
              Continue to payment
            </Button>
            <p className="dim mt-3">
              We reserve the cards for {orderDeadlines.hold}. You won’t be charged before you pay on the next page.
            </p>
          </Form>
        )}
      </Panel>
    </aside>
  );
}

/** The carrier asks for it, and the chosen address has none. */
function PhoneInput({ method, answer }: { method: string; answer: FormAnswer | undefined }) {
  return (
    <TextInput
      name={phoneField}
      label="Phone number"
      type="tel"
      required
      autoComplete="tel"
      maxLength={addressLimits.phone}
      help={`“${method}” needs it. We save it with your address. Example: +49 221 123456.`}
      defaultValue={answer?.values?.[phoneField]}
      error={answer?.problem?.errors?.[phoneField]}
    />
  );
}

function ModeChoice({ isComplete, total }: { isComplete: boolean; total: string }) {
  if (!isComplete)
    return (
      <>
        <input type="hidden" name="mode" value="available" />
        <p className="cart-said bad">
          Some cards aren’t available now. You can buy the others for {total}, or go back to your cart.
        </p>
      </>
    );
  return (
    <RadioCards
      legend="If a card sells before you continue"
      name="mode"
      mark={false}
      defaultValue="all"
      options={[
        {
          value: 'all',
          label: `All cards or none: ${total}`,
          means: 'If a card is no longer available, we reserve nothing and show you which one it is.',
        },
        {
          value: 'available',
          label: `Only what is still available: ${total} or less`,
          means:
            'If a card is no longer available, we show you the new total. You continue to payment with one more click.',
        },
      ]}
    />
  );
}
