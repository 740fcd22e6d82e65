import { useEffect, useState } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import { type Currency, decimalOf, formatMoney, parseMoney } from '#kernel/numbers/money.ts';
import { dateAndTime, dayMonthYear, timeOfDay } from '#kernel/time.ts';
import type { PageProblem } from '#platform/http/page.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { Checkbox, fieldId, TextInput } from '#ui/form/field.tsx';
import { MoneyInput } from '#ui/form/money-input.tsx';
import { Note, Panel } from '#ui/page/panel.tsx';
import type { Order } from '../../contract.ts';
import { orderLimits } from '../../model/order.rules.ts';
import { RequestCancellation } from '../case/request-cancellation.tsx';
import { TimeLeft } from '../time-left.tsx';
import { DisputeForm } from './dispute-form.tsx';
import { MessageOther } from './order-tools.tsx';
import { decisionSentence, type Side, unpaidCancelSentence } from './order-words.ts';
import { own, ownErrors } from './own-fields.ts';
import { ShipForm } from './ship-form.tsx';

export interface ActionAnswer {
  problem?: PageProblem;
  /** The typed values; `intent` is the button that was pressed. */
  values?: Record<string, string>;
}

interface Props {
  order: Order;
  side: Side;
  now: string;
  answer: ActionAnswer | undefined;
  /** The buyer has just come from the payment page. */
  isConfirming: boolean;
  threadId: string | null;
  /** The carrier that the seller used last. */
  lastCarrier?: string | null;
}

/** The actions of this side. Actions that can't be undone open a form first, so they take two presses. */
export function OrderActions({ order, side, now, answer, isConfirming, threadId, lastCarrier }: Props) {
  const { formData, state } = useNavigation();
  const busy = state === 'idle' ? undefined : formData?.get('intent');
  const may = (action: Order['actions'][number]) =>
    order.actions.includes(action) && !(isConfirming && (action === 'pay' || action === 'cancel'));
  const of = (intent: string) => (answer?.values?.intent === intent ? answer : undefined);
  // Errors are shown at their fields, where the order still has that form, or in the panel of the case.
  const isIntent = (action: string) => action === answer?.values?.intent;
  const isSaidBelow = order.case?.actions.some(isIntent) || (answer?.problem?.errors && order.actions.some(isIntent));
  const decision = decisionSentence(order, new Date(now));
  if (order.actions.length === 0 && !answer?.problem && decision === null) return null;
  return (
    <Panel title={panelTitle(order.actions, may('pay'))} id="actions">
      <div className="ord-act">
        {answer?.problem && !isSaidBelow && (
          <Note tone="danger" role="alert">
            {answer.problem.message}
          </Note>
        )}
        {may('pay') && (
          <div>
            <p className="pay-left">
              <span>
                Reserved for you until <time dateTime={order.holdExpiresAt}>{heldUntilWords(order)}</time>
              </span>
              <strong aria-hidden="true">
                <TimeLeft until={order.holdExpiresAt} now={now} />
              </strong>
            </p>
            <Press
              intent="pay"
              busy={busy}
              label={`Pay ${formatMoney(order.totals.total)}`}
              busyLabel="Opening…"
              kind="primary"
            />
          </div>
        )}
        {may('deliver') && (
          <Press intent="deliver" busy={busy} label="Confirm delivery" busyLabel="Saving…" kind="primary" />
        )}
        {decision !== null && (
          <>
            {/* Most problems end in a conversation, so this is the first thing to do about one. */}
            <MessageOther order={order} side={side} threadId={threadId} kind="primary" size="xl" />
            <div>
              <p className="dim">{decision}</p>
              {may('ask_decision') && (
                <Press
                  intent="ask_decision"
                  busy={busy}
                  label="Request decision"
                  busyLabel="Sending…"
                  kind="default"
                  className="mt-2"
                />
              )}
            </div>
          </>
        )}
        {may('settle') && <SettleForm order={order} busy={busy === 'settle'} />}
        {may('ship') && (
          <ShipForm
            answer={of('ship')}
            busy={busy === 'ship'}
            isReturnRequested={order.chargeback?.state === 'open'}
            isTracked={order.shipping.tracked}
            lastCarrier={lastCarrier ?? undefined}
          />
        )}
        {may('dispute') && <DisputeForm order={order} now={now} answer={of('dispute')} />}
        {may('refund') && (
          <RefundForm
            // Another refund leaves another amount to suggest.
            key={order.refunded?.amount}
            order={order}
            answer={of('refund')}
            busy={busy === 'refund'}
          />
        )}
        {may('request_cancellation') && (
          <RequestCancellation
            order={order}
            answer={of('request_cancellation')}
            busy={busy === 'request_cancellation'}
          />
        )}
        {may('withdraw') && (
          <p>
            <Link className="link" to={`/withdraw?order=${order.id}`}>
              Withdraw from contract
            </Link>
            {order.withdrawUntil && <span className="dim"> until {dayMonthYear(new Date(order.withdrawUntil))}</span>}
          </p>
        )}
        {may('cancel') && (
          <CancelForm order={order} side={side} now={now} answer={of('cancel')} busy={busy === 'cancel'} />
        )}
      </div>
    </Panel>
  );
}

/** A right that needs no use is no next step. */
function panelTitle(actions: Order['actions'], mayPay: boolean): string {
  if (mayPay) return 'Pay';
  return actions.length === 1 && actions[0] === 'withdraw' ? 'Withdrawal' : 'Next step';
}

function Press({
  intent,
  busy,
  label,
  busyLabel,
  kind,
  className,
}: {
  intent: string;
  busy: FormDataEntryValue | null | undefined;
  label: string;
  busyLabel: string;
  kind: 'primary' | 'default';
  className?: string;
}) {
  return (
    <Form method="post" preventScrollReset className={className}>
      <input type="hidden" name="intent" value={intent} />
      <Button type="submit" kind={kind} size="xl" full busy={busy === intent} busyLabel={busyLabel}>
        {label}
      </Button>
    </Form>
  );
}

/** The day as well, where an accepted offer reserves it for longer than a payment page lives. */
function heldUntilWords({ holdExpiresAt, reservedUntil }: Pick<Order, 'holdExpiresAt' | 'reservedUntil'>): string {
  return reservedUntil === null ? timeOfDay(new Date(holdExpiresAt)) : dateAndTime(new Date(holdExpiresAt));
}

function SettleForm({ order, busy }: Pick<Props, 'order'> & { busy: boolean }) {
  return (
    <details>
      <summary>Close problem</summary>
      <Form method="post" preventScrollReset noValidate>
        <input type="hidden" name="intent" value="settle" />
        <p className="dim mt-1">
          The sale will be final. {order.seller.username} keeps the payment, and you can’t report a problem with this
          order again.
        </p>
        <Button type="submit" busy={busy} busyLabel="Closing…" className="mt-4">
          Close problem
        </Button>
      </Form>
    </details>
  );
}

const amountLeft = ({ totals, refunded }: Order) => totals.total.amount - (refunded?.amount ?? 0);

/** The button has the typed amount, and none before scripts run: without them it could not follow the field. */
function useRefundLabel(suggested: string, currency: Currency) {
  const [typed, follow] = useState('');
  useEffect(() => follow(suggested), [suggested]);
  const amount = parseMoney(typed, currency);
  return { words: amount ? `Refund ${formatMoney({ amount, currency })}` : 'Refund buyer', follow };
}

function RefundForm({ order, answer, busy }: { order: Order; answer: ActionAnswer | undefined; busy: boolean }) {
  const errors = answer?.problem?.errors;
  const suggested = answer?.values?.amount ?? decimalOf(amountLeft(order));
  const label = useRefundLabel(suggested, order.totals.total.currency);
  return (
    <details open={Boolean(answer?.problem)}>
      <summary>Refund buyer</summary>
      <Form method="post" preventScrollReset noValidate>
        <input type="hidden" name="intent" value="refund" />
        <input type="hidden" name="expectedRefunded" value={order.refunded?.amount ?? 0} />
        <ErrorSummary errors={ownErrors('refund', errors)} attempt={answer?.problem} />
        <MoneyInput
          label="Amount"
          name="amount"
          id={fieldId(own('refund', 'amount'))}
          required
          currency={order.totals.total.currency}
          defaultValue={suggested}
          onChange={(event) => label.follow(event.target.value)}
          error={errors?.amount}
          help="A full refund closes the order. A partial refund keeps it open."
        />
        {order.items.length > 1 && (
          <fieldset className="mt-4 grid gap-2">
            <legend className="mb-2 font-semibold">Refunded cards</legend>
            {order.items.map(({ listingId, title, quantity }) => (
              <Checkbox key={listingId} name="items" value={listingId} label={`${quantity} × ${title}`} />
            ))}
            <p className="help">
              We leave selected cards out of price history. If you select none, we leave out all cards.
            </p>
          </fieldset>
        )}
        <TextInput
          label="Reason"
          name="reason"
          id={fieldId(own('refund', 'reason'))}
          maxLength={orderLimits.reasonLength}
          defaultValue={answer?.values?.reason}
          error={errors?.reason}
        />
        <Button type="submit" kind="danger" busy={busy} busyLabel="Refunding…" className="mt-4">
          {label.words}
        </Button>
      </Form>
    </details>
  );
}

interface CancelFormProps extends Pick<Props, 'order' | 'side' | 'now' | 'answer'> {
  busy: boolean;
}

function CancelForm({ order, side, now, answer, busy }: CancelFormProps) {
  const isPaid = order.paidAt !== null;
  const errors = answer?.problem?.errors;
  return (
    <details open={Boolean(errors)}>
      <summary>Cancel order</summary>
      <Form method="post" preventScrollReset noValidate>
        <input type="hidden" name="intent" value="cancel" />
        <ErrorSummary errors={ownErrors('cancel', errors)} attempt={answer?.problem} />
        <p className="dim mt-1">
          {!isPaid
            ? unpaidCancelSentence(order, new Date(now))
            : side === 'seller'
              ? 'The buyer gets a full refund. The listing stays sold. Relist the card if you still have it.'
              : 'The seller didn’t ship in time. You’ll get a full refund.'}
        </p>
        {isPaid && (
          <TextInput
            label="Reason"
            name="reason"
            id={fieldId(own('cancel', 'reason'))}
            maxLength={orderLimits.reasonLength}
            defaultValue={answer?.values?.reason}
            error={errors?.reason}
          />
        )}
        <Button type="submit" kind="danger" busy={busy} busyLabel="Cancelling…" className="mt-4">
          {isPaid
            ? `Cancel order and refund ${formatMoney({ ...order.totals.total, amount: amountLeft(order) })}`
            : 'Cancel order'}
        </Button>
      </Form>
    </details>
  );
}
