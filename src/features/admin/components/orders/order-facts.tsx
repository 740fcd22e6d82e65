import { Form, Link, useNavigation } from 'react-router';
import { disputeWords, historyLines, statusWords } from '#features/orders/widgets.tsx';
import { orderNumber } from '#features/orders/words.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
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
            'State',
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
          ['Market’s fee', share && formatMoney(share.fee)],
          ['The seller gets', share && formatMoney(share.left)],
          ['Sent with', tracking && [tracking.carrier, tracking.trackingNumber].filter(Boolean).join(', ')],
          ['Ordered', when(createdAt)],
          ['Held until', status === 'pending_payment' ? when(holdExpiresAt) : null],
          ['Paid', when(paidAt)],
          ['Called off because', cancelReason],
          ['Order number', orderNumber(id)],
          [
            'Id',
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
    <Panel title="Reported problem" id="report" note={`By ${buyerName ?? 'a member who has left'}`}>
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
            ['Asked', formatMoney(payment.asked)],
            ['Received', payment.capturedAt ? formatMoney(payment.captured) : 'Nothing yet'],
            ['Received at', when(payment.capturedAt)],
            ['Checkout', payment.sessionId && <code className="adm-id">{payment.sessionId}</code>],
            ...fraudWarnings.map(
              ({ type, at }) =>
                ['Fraud warning', `${type.replaceAll('_', ' ')}, ${dateAndTime(new Date(at))}`] as const,
            ),
            ['Payment', payment.paymentIntentId && <code className="adm-id">{payment.paymentIntentId}</code>],
          ]}
        />
      ) : (
        <p className="dim">No payment page was opened.</p>
      )}
      {refunds.length > 0 && (
        <ol className="adm-log adm-refunds" aria-label="Refunds">
          {refunds.map((one) => (
            <li key={one.id}>
              <p>
                {formatMoney(one.amount)} back, {refundStates[one.state] ?? one.state}
                {one.failure && ` (${one.failure})`}.
              </p>
              {one.reason && <p className="adm-why">“{one.reason}”</p>}
              <p className="dim">
                {when(one.doneAt ?? one.askedAt)}{' '}
                {one.stripeRefundId && <code className="adm-id">{one.stripeRefundId}</code>}
              </p>
              {one.canRetry && (
                <Form method="post" preventScrollReset aria-label="Send the refund again">
                  <input type="hidden" name="act" value="retry" />
                  <input type="hidden" name="refund" value={one.id} />
                  <Button
                    type="submit"
                    kind="primary"
                    className="mt-2"
                    busy={state !== 'idle' && formData?.get('refund') === one.id}
                    busyLabel="Sending…"
                  >
                    Send it again
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

const refundStates: Record<string, string> = {
  asked: 'on its way to Stripe',
  done: 'made by Stripe',
  failed: 'failed',
};
const movers: Record<OrderFactsView['history'][number]['by'], string> = {
  buyer: 'the buyer',
  seller: 'the seller',
  timer: 'its timer',
  stripe: 'Stripe',
  operator: 'an operator',
};

export function OrderHistory({ order: { history }, readerId, now }: Props & { readerId: string; now: string }) {
  return (
    <Panel title="History" id="history">
      <ol className="adm-log">
        {historyLines(history).map(({ entry: one, title, note }) => (
          <li key={`${one.at} ${one.status} ${one.note}`}>
            <p>{title}.</p>
            {note && <p className="adm-why">“{note}”</p>}
            <p className="dim">
              <RelativeTime at={one.at} now={now} ago />, by{' '}
              {one.actorId === readerId ? 'you' : (one.actorName ?? movers[one.by])}
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
