import { Form } from 'react-router';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { fieldId, TextInput } from '#ui/form/field.tsx';
import { caseDeadlines } from '../../cases/case.process.ts';
import type { Order } from '../../contract.ts';
import { orderLimits } from '../../model/order.rules.ts';
import type { ActionAnswer } from '../order/order-actions.tsx';
import { own, ownErrors } from '../order/own-fields.ts';

interface Props {
  order: Order;
  answer: ActionAnswer | undefined;
  busy: boolean;
}

/** The buyer asks the seller to cancel an order that is not shipped. */
export function RequestCancellation({ order, answer, busy }: Props) {
  const errors = answer?.problem?.errors;
  return (
    <details open={Boolean(errors)}>
      <summary>Ask to cancel</summary>
      <Form method="post" preventScrollReset noValidate>
        <input type="hidden" name="intent" value="request_cancellation" />
        <ErrorSummary errors={ownErrors('request_cancellation', errors)} attempt={answer?.problem} />
        <p className="dim mt-1">
          If {order.seller.username} agrees or doesn’t answer within {caseDeadlines.cancel}, you get a full refund. If
          the order is shipped first, it isn’t cancelled.
        </p>
        <TextInput
          label="Reason"
          name="reason"
          id={fieldId(own('request_cancellation', 'reason'))}
          maxLength={orderLimits.reasonLength}
          defaultValue={answer?.values?.reason}
          error={errors?.reason}
        />
        <Button type="submit" busy={busy} busyLabel="Sending…" className="mt-4">
          Ask to cancel
        </Button>
      </Form>
    </details>
  );
}
