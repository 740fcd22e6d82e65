import { Form, Link, useNavigation } from 'react-router';
import { plural } from '#kernel/format.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Price } from '#ui/card/price.tsx';
import { StatusDot } from '#ui/feedback/status-dot.tsx';
import { RelativeTime } from '#ui/page/relative-time.tsx';
import type { Order } from '../../contract.ts';
import { orderNumber } from '../../model/order.number.ts';
import { toBeShipped } from '../../model/order.process.ts';
import { titleOf } from '../../model/order.rules.ts';
import { documentFormId } from '../document-form.tsx';
import { OrderArt } from './order-art.tsx';
import { nextSentence, nextStep, type Side, statusBadge } from './order-words.ts';

/** An order in a list: its items, its status, and this side's next action. */
export function OrderRow({ order, side, now, canPrint }: { order: Order; side: Side; now: string; canPrint: boolean }) {
  const [item] = order.items;
  const title = titleOf(order.items);
  const copies = order.items.reduce((sum, { quantity }) => sum + quantity, 0);
  const { word, tone } = statusBadge(order.status, side);
  const isNew = side === 'buyer' ? !order.buyerRead : !order.sellerRead;
  const other = side === 'buyer' ? order.seller : order.buyer;
  const step = nextStep(order);
  return (
    <li>
      <article className="ord-row">
        <OrderArt item={item} sizes="44px" />
        <div>
          <h2>
            <Link to={`/orders/${order.id}`}>{title}</Link>
            {isNew && (
              <span className="ord-new">
                <span className="sr">New</span>
              </span>
            )}
          </h2>
          <p className="dim">
            Order {orderNumber(order.id)} · {copies > 1 && `${plural(copies, { one: '# copy', other: '# copies' })} · `}
            {side === 'buyer' ? 'from' : 'to'} {other.username} · <RelativeTime at={order.createdAt} now={now} ago />
          </p>
          {step && <p className="dim">{nextSentence(order, side)}</p>}
          {canPrint && toBeShipped.includes(order.status) && (
            <label className="ord-tick">
              <input
                type="checkbox"
                form={documentFormId}
                name="order"
                value={order.id}
                aria-label={`Print documents for ${title} to ${other.username}`}
              />
              Print
            </label>
          )}
        </div>
        <StatusDot tone={tone}>{word}</StatusDot>
        <p className="n">
          <Price value={order.totals.total} />
        </p>
        {step && <NextStep step={step} orderId={order.id} title={title} />}
      </article>
    </li>
  );
}

/** A button where the action needs no input; otherwise a link to the order's forms. */
function NextStep({
  step,
  orderId,
  title,
}: {
  step: NonNullable<ReturnType<typeof nextStep>>;
  orderId: string;
  title: string;
}) {
  const { formData, formAction } = useNavigation();
  const busy = formAction === `/orders/${orderId}` && formData?.get('intent') === step.action;
  const label = `${step.label}: ${title}`;
  if (!step.atOnce)
    return (
      <div className="ord-do">
        <ButtonLink size="sm" to={`/orders/${orderId}#actions`} aria-label={label}>
          {step.label}
        </ButtonLink>
      </div>
    );
  return (
    <Form method="post" action={`/orders/${orderId}`} className="ord-do">
      <input type="hidden" name="intent" value={step.action} />
      <Button type="submit" size="sm" busy={busy} busyLabel={step.busy} aria-label={label}>
        {step.label}
      </Button>
    </Form>
  );
}
