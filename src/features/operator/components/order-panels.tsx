import { Form, useNavigation } from 'react-router';
import type { LookedAtOrder } from '#features/orders/contract.ts';
import { historyWords } from '#features/orders/words.ts';
import { formatMoney } from '#kernel/money.ts';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { TextArea } from '#ui/field.tsx';
import { Panel } from '#ui/panel.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';

type Refund = LookedAtOrder['refunds'][number];

const stateWords: Record<Refund['state'], string> = { asked: 'on its way', done: 'given back', failed: 'failed' };
const causeWords: Record<Refund['cause'], string> = {
  late_payment: 'the payment came late',
  cancel: 'the order was called off',
  seller: 'the seller gave it back',
  operator: 'an operator sent it again',
  stripe: 'made in Stripe’s dashboard',
};

/** What was to go back to the buyer, and how that went. */
export function RefundsPanel({ refunds, now }: { refunds: readonly Refund[]; now: string }) {
  const { formData, state } = useNavigation();
  return (
    <Panel title="Refunds" id="refunds">
      {refunds.length === 0 && <p className="dim">Nothing has gone back.</p>}
      <ol className="adm-log">
        {refunds.map((one) => (
          <li key={one.id}>
            <p>
              {formatMoney(one.amount)} {stateWords[one.state]}
              {one.failure && (
                <>
                  : <code>{one.failure}</code>
                </>
              )}
            </p>
            <p className="dim">
              <RelativeTime at={one.failedAt ?? one.askedAt} now={now} ago />, {causeWords[one.cause]}
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
    </Panel>
  );
}

/** Why the order stands still, and the way to let it go on. */
export function AttentionPanel({ attention, answer }: { attention: string; answer: FormAnswer | undefined }) {
  const { formData, state } = useNavigation();
  const errors = answer?.problem?.errors;
  return (
    <Panel title="Asks for an operator" id="attention">
      <p>{attention}</p>
      <Form method="post" preventScrollReset noValidate aria-label="Let the order go on">
        <input type="hidden" name="act" value="clear" />
        {errors && <ErrorSummary errors={errors} attempt={answer?.problem} />}
        <p className="dim mt-4">Nothing of it moves by itself until you say so. Look at it in Stripe’s dashboard first.</p>
        <TextArea
          label="What you found"
          name="reason"
          required
          rows={3}
          maxLength={500}
          defaultValue={answer?.values?.reason}
          error={errors?.reason}
          help="Kept in the audit log."
        />
        <Button type="submit" kind="danger" className="mt-4" busy={state !== 'idle' && formData?.get('act') === 'clear'} busyLabel="Saving…">
          Let it go on
        </Button>
      </Form>
    </Panel>
  );
}

const movers: Record<LookedAtOrder['history'][number]['by'], string> = {
  buyer: 'the buyer',
  seller: 'the seller',
  timer: 'its timer',
  stripe: 'Stripe',
  operator: 'an operator',
};

export function HistoryPanel({ history, now }: { history: LookedAtOrder['history']; now: string }) {
  return (
    <Panel title="History" id="history">
      <ol className="adm-log">
        {history.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added at the end
          <li key={at}>
            <p>{historyWords[one.status]}</p>
            {one.note && <p className="adm-why">{one.note}</p>}
            <p className="dim">
              <RelativeTime at={one.at} now={now} ago />, by {movers[one.by]}
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
