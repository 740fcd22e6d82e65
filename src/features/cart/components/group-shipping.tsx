import { Link, useFetcher } from 'react-router';
import { formatMoney } from '#kernel/numbers/money.ts';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { fieldId } from '#ui/form/field.tsx';
import { RadioCards } from '#ui/form/radio-cards.tsx';
import { Note } from '#ui/page/panel.tsx';
import type { ShownCart } from '../read/read-cart.server.ts';

type Group = ShownCart['groups'][number];

interface GroupShippingProps {
  group: Group;
  /** The page that the choice is sent to. */
  action: string;
}

/** How a seller's cards can be shipped together, or why they can't. */
export function GroupShipping({ group, action }: GroupShippingProps) {
  const { seller, problem, message, methods, chosen, missingToFree } = group;
  if (problem)
    return (
      <Note tone="warning" className="m-4">
        <p>{message}</p>
        <Link className="link" to={`/profile/${seller.id}?action=send_message&recipientId=${seller.id}`}>
          Contact seller
        </Link>
      </Note>
    );
  const paid = methods.find(({ name }) => name === chosen);
  const hasMore = methods.length > 1 || missingToFree !== null || paid?.parcels === 2;
  if (!paid || !hasMore) return null;
  return (
    <div className="cart-shipping">
      {methods.length > 1 && <MethodChoice group={group} action={action} />}
      {paid.parcels === 2 && (
        <p className="cart-said">
          These cards don’t fit in one parcel. The seller ships them in 2 parcels. The price is for both.
        </p>
      )}
      {missingToFree && (
        <p className="cart-said">
          <strong>{formatMoney(missingToFree)} more for free shipping</strong>
        </p>
      )}
    </div>
  );
}

/** With script a choice counts at once. */
function MethodChoice({ group: { seller, currency, methods, chosen }, action }: GroupShippingProps) {
  const choosing = useFetcher<FormAnswer>();
  const pending = choosing.formData?.get('method');
  const choose = (method: string) =>
    void choosing.submit({ intent: 'shipping', sellerId: seller.id, method }, { method: 'post', action });
  return (
    <choosing.Form method="post" action={action}>
      <input type="hidden" name="intent" value="shipping" />
      <input type="hidden" name="sellerId" value={seller.id} />
      <RadioCards
        legend="Shipping method"
        name="method"
        id={fieldId(`method-${seller.id}-${currency}`)}
        mark={false}
        value={typeof pending === 'string' ? pending : (chosen ?? '')}
        error={choosing.data?.problem?.message}
        onChange={choose}
        options={methods.map(({ name, price, tracked, needsPhone }) => ({
          value: name,
          label: name,
          means: `${price.amount === 0 ? 'Free' : formatMoney(price)} · ${tracked ? 'Tracked' : 'Not tracked'}${needsPhone ? ' · Needs your phone number' : ''}`,
        }))}
      />
      <Button type="submit" size="sm" className="mt-3 hidden noscript:inline-flex">
        Update shipping<span className="sr"> from {seller.username}</span>
      </Button>
    </choosing.Form>
  );
}
