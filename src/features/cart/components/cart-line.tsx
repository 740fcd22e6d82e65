import { Form, Link, useNavigation } from 'react-router';
import { CardDrawing } from '#features/catalogue/widgets.tsx';
import { copyLabels } from '#features/listings/widgets.tsx';
import { formatNumber, plural } from '#kernel/format.ts';
import { dateAndTime } from '#kernel/time.ts';
import { Button } from '#ui/button.tsx';
import { CardBack } from '#ui/card/card-back.tsx';
import { ConditionBadge, GradeBadge } from '#ui/card/condition-badge.tsx';
import { PhotoImg } from '#ui/card/photo-img.tsx';
import { Price } from '#ui/card/price.tsx';
import { cn } from '#ui/cn.ts';
import { fieldId } from '#ui/form/field.tsx';
import { shippingProblems } from '../model/group-shipping.rules.ts';
import type { ShownLine } from '../read/read-cart.server.ts';
import { cartLimits } from '../words.ts';

/** A line of the cart: the card as it is offered now, what has changed, and its quantity. */
export function CartLine({ line, canChange }: { line: ShownLine; canChange: boolean }) {
  const { listingId, title, quantity, available, price, amount, message, payBy, offerId, purchaseId } = line;
  return (
    // The id is what a refused purchase links to.
    <li data-testid="cart-line" id={fieldId(line.id)} tabIndex={-1}>
      <LineArt line={line} />
      <div>
        <h3>
          <Link to={`/listings/${listingId}`}>{title}</Link>
        </h3>
        <LineFacts line={line} />
        {message && (
          <p className={cn('cart-said', available < quantity && 'bad')}>
            {message}{' '}
            {purchaseId && (
              <Link className="link" to={`/purchases/${purchaseId}`}>
                View purchase
              </Link>
            )}
          </p>
        )}
        {payBy && (
          <p className="cart-said">
            Accepted offer. Reserved for you until <time dateTime={payBy}>{dateAndTime(new Date(payBy))}</time>.
          </p>
        )}
        {canChange && offerId === null && (
          <div className="cart-do">
            <QuantityForm line={line} />
            <RemoveForm line={line} />
          </div>
        )}
      </div>
      <p className="cart-price">
        {available > 0 ? <Price value={amount} /> : <span className="dim">Not available</span>}
        {available > 1 && price && (
          <span className="dim block">
            {formatNumber(available)} × <Price value={price} size="plain" />
          </span>
        )}
      </p>
    </li>
  );
}

function LineArt({ line: { card } }: { line: ShownLine }) {
  return (
    <span className="cart-art" aria-hidden="true">
      {card?.photo ? (
        <PhotoImg photo={card.photo} sizes="56px" alt="" />
      ) : card?.drawing ? (
        <CardDrawing artUrl={card.drawing} alt="" />
      ) : (
        <CardBack />
      )}
    </span>
  );
}

function LineFacts({ line: { card, quantity, offerId } }: { line: ShownLine }) {
  if (!card) return null;
  return (
    <p className="cart-facts">
      {card.grading ? (
        <GradeBadge company={card.grading.company} grade={`${card.grading.grade}`} form="short" />
      ) : (
        <ConditionBadge condition={card.condition} form="short" />
      )}
      <span>
        {[
          ...copyLabels(card, 'long'),
          offerId !== null && quantity > 1 && plural(quantity, { one: '# copy', other: '# copies' }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </p>
  );
}

/** Only where another number is possible, or the one in the cart is too high. */
function QuantityForm({ line: { id, title, quantity, available, left, state } }: { line: ShownLine }) {
  const busy = useBusy('set', id);
  const isBuyable = available > 0 || isUnshipped(state);
  if (!isBuyable || (left === 1 && quantity === 1)) return null;
  return (
    <Form method="post" action="/cart" preventScrollReset>
      <input type="hidden" name="intent" value="set" />
      <input type="hidden" name="id" value={id} />
      <input
        key={quantity}
        className="in"
        type="number"
        name="quantity"
        inputMode="numeric"
        min={1}
        max={Math.min(left, cartLimits.copies)}
        defaultValue={quantity}
        aria-label={`Quantity of ${title}`}
        required
      />
      <Button type="submit" size="sm" busy={busy} busyLabel="Updating…">
        Update quantity<span className="sr"> of {title}</span>
      </Button>
    </Form>
  );
}

function RemoveForm({ line: { id, title } }: { line: ShownLine }) {
  const busy = useBusy('remove', id);
  return (
    <Form method="post" action="/cart" preventScrollReset>
      <input type="hidden" name="intent" value="remove" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="title" value={title} />
      <Button
        type="submit"
        size="sm"
        kind="ghost"
        aria-label={`Remove from cart: ${title}`}
        busy={busy}
        busyLabel="Removing…"
      >
        Remove from cart
      </Button>
    </Form>
  );
}

/** Fewer copies, or another country, may be shipped. */
const isUnshipped = (state: ShownLine['state']) => shippingProblems.some((problem) => problem === state);

function useBusy(intent: string, id: string): boolean {
  const { formData } = useNavigation();
  return formData?.get('intent') === intent && formData.get('id') === id;
}
