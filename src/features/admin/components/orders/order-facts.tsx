import { Form, Link, useNavigation } from 'react-router';
import { disputeWords, historyLines, statusWords } from '#features/orders/widgets.tsx';
import { orderNumber } from '#features/orders/words.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { deletedName } from '#kernel/specified-texts.ts';
import { dateAndTime } from '#kernel/time.ts';
import { Button } from '#ui/button.tsx';
import { StatusDot } from '#ui/feedback/status-dot.tsx';
import { Definitions, Note, Panel } from '#ui/page/panel.tsx';
import { RelativeTime } from '#ui/page/relative-time.tsx';
import type { OrderFactsView } from '../../contract.ts';
import type { OrderAnswer } from '../../orders/act-on-order.server.ts';

interface Props {
  order: OrderFactsView;
}

const when = (at: string | null) => at && <time dateTime={at}>{dateAndTime(new Date(at))}</time>;

export function OrderFacts({ order }: Props) {
  const { id, items, totals, share, shippingName, tracking, createdAt, paidAt, holdExpiresAt, status, cancelReason } =
    order;
  const { word, tone } = statusWords[status];
  return (
    <Panel title="Order" id="order">
      <Definitions
        rows={[
          [
            'Status',
            <StatusDot key="state" tone={tone}>
              {word}
            </StatusDot>,
          ],
          ...items.map(
            ({ listingId, title, quantity, price }) =>
              [
                `${quantity} ×`,
                <Link key={listingId} className="adm-name" to={`/admin/listings/${listingId}`}>
                  {title}, {formatMoney(price)}
                </Link>,
              ] as const,
          ),
          ['Shipping', `${shippingName ?? 'Included'}, ${formatMoney(totals.shipping)}`],
          ['Total', formatMoney(totals.total)],
          ['Selling fee', share && formatMoney(share.fee)],
          ['Seller earnings', share && formatMoney(share.left)],
          ['Tracking', tracking && [tracking.carrier, tracking.trackingNumber].filter(Boolean).join(', ')],
          [
            'Same tracking number',
            order.sameTracking.length > 0 && (
              <span key="same" className="inline-flex flex-wrap gap-2">
                {order.sameTracking.map((other) => (
                  <Link key={other} className="link" to={`/admin/orders/${other}`}>
                    {orderNumber(other)}
                  </Link>
                ))}
              </span>
            ),
          ],
          ['Ordered', when(createdAt)],
          ['Reserved until', status === 'pending_payment' ? when(holdExpiresAt) : null],
          ['Paid', when(paidAt)],
          ['Cancellation reason', cancelReason],
          ['Order number', orderNumber(id)],
          [
            'ID',
            <code key="id" className="adm-id">
              {id}
            </code>,
          ],
        ]}
      />
    </Panel>
  );
}

/** What the buyer reported, in the buyer's words. */
export function Report({ order: { dispute, buyerName } }: Props) {
  if (!dispute) return null;
  return (
    <Panel title="Reported problem" id="report" note={`Reported by ${buyerName ?? deletedName}`}>
      <p className="font-semibold">{disputeWords[dispute.reason]}</p>
      <p className="adm-said">{dispute.text}</p>
    </Panel>
  );
}

export function MoneyFacts({
  order: { payment, refunds, fraudWarnings },
  answer,
}: Props & { answer: OrderAnswer | undefined }) {
  const { formData, state } = useNavigation();
  const problem = answer?.values?.act === 'retry' ? answer.problem : undefined;
  return (
    <Panel title="Payment" id="payment">
      {payment ? (
        <Definitions
          rows={[
            ['Amount due', formatMoney(payment.asked)],
            ['Received', payment.capturedAt ? formatMoney(payment.captured) : 'Not yet'],
            ['Received on', when(payment.capturedAt)],
            [
              'Purchase ID',
              <code key="purchase" className="adm-id">
                {payment.purchaseId}
              </code>,
            ],
            ...(payment.orderIds.length > 1
              ? ([['Paid together', `${payment.orderIds.length} orders, ${formatMoney(payment.total)}`]] as const)
              : []),
            ['Checkout ID', payment.sessionId && <code className="adm-id">{payment.sessionId}</code>],
            ...fraudWarnings.map(
              ({ type, at }) =>
                ['Fraud warning', `${type.replaceAll('_', ' ')}, ${dateAndTime(new Date(at))}`] as const,
            ),
            ['Payment ID', payment.paymentIntentId && <code className="adm-id">{payment.paymentIntentId}</code>],
          ]}
        />
      ) : (
        <p className="dim">The buyer hasn’t opened checkout.</p>
      )}
      {refunds.length > 0 && (
        <ol className="adm-log adm-refunds" aria-label="Refunds">
          {refunds.map((one) => (
            <li key={one.id}>
              <p>
                {refundLine(one.state, formatMoney(one.amount))}
                {one.failure && ` (${one.failure})`}
              </p>
              {one.reason && <p className="adm-why">“{one.reason}”</p>}
              <p className="dim">
                {when(one.doneAt ?? one.askedAt)}{' '}
                {one.stripeRefundId && <code className="adm-id">{one.stripeRefundId}</code>}
              </p>
              {one.canRetry && (
                <Form method="post" preventScrollReset aria-label="Retry refund">
                  <input type="hidden" name="act" value="retry" />
                  <input type="hidden" name="refund" value={one.id} />
                  <Button
                    type="submit"
                    kind="primary"
                    className="mt-2"
                    busy={state !== 'idle' && formData?.get('refund') === one.id}
                    busyLabel="Retrying…"
                  >
                    Retry refund
                  </Button>
                </Form>
              )}
            </li>
          ))}
        </ol>
      )}
      {problem && (
        <Note tone="danger" role="alert" className="mt-4">
          {problem.message}
        </Note>
      )}
    </Panel>
  );
}

const refundLine = (state: string, amount: string) =>
  state === 'done' ? `${amount} refunded` : state === 'failed' ? `Refund of ${amount} failed` : `Refunding ${amount}…`;

const movers: Record<OrderFactsView['history'][number]['by'], string> = {
  buyer: 'Buyer',
  seller: 'Seller',
  timer: 'Automatic',
  stripe: 'Stripe',
  operator: 'Admin',
};

export function OrderHistory({ order: { history }, readerId, now }: Props & { readerId: string; now: string }) {
  return (
    <Panel title="History" id="history">
      <ol className="adm-log">
        {historyLines(history).map(({ entry: one, title, note }) => (
          <li key={`${one.at} ${one.status} ${one.note}`}>
            <p>{title}</p>
            {note && <p className="adm-why">“{note}”</p>}
            <p className="dim">
              <RelativeTime at={one.at} now={now} ago /> ·{' '}
              {one.actorId === readerId ? 'You' : (one.actorName ?? movers[one.by])}
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
