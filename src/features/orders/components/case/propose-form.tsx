import { Form } from 'react-router';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { fieldId, Select, TextInput } from '#ui/form/field.tsx';
import { MoneyInput } from '#ui/form/money-input.tsx';
import type { Order } from '../../contract.ts';
import { orderLimits } from '../../model/order.rules.ts';
import type { ActionAnswer } from '../order/order-actions.tsx';
import { own, ownErrors } from '../order/own-fields.ts';

interface Props {
  order: Order;
  version: number;
  /** An order that has not arrived can't be returned. */
  canReturn: boolean;
  answer: ActionAnswer | undefined;
  busy: boolean;
  isFirst: boolean;
}

/** Proposes how a problem is settled. */
export function ProposeForm({ order, version, canReturn, answer, busy, isFirst }: Props) {
  const errors = answer?.problem?.errors;
  return (
    <details open={Boolean(answer?.problem)}>
      <summary>{isFirst ? 'Propose a solution' : 'Propose something else'}</summary>
      <Form method="post" preventScrollReset noValidate>
        <input type="hidden" name="intent" value="propose" />
        <input type="hidden" name="version" value={version} />
        <ErrorSummary errors={ownErrors('propose', errors)} attempt={answer?.problem} />
        <Select
          label="Solution"
          name="proposal"
          id={fieldId(own('propose', 'proposal'))}
          required
          defaultValue={answer?.values?.proposal ?? 'refund'}
          error={errors?.proposal}
        >
          <option value="refund">Refund</option>
          {canReturn && <option value="return">Return for a full refund</option>}
          <option value="nothing">Close without a refund</option>
        </Select>
        <MoneyInput
          label="Refund amount"
          name="amount"
          id={fieldId(own('propose', 'amount'))}
          mark={false}
          currency={order.totals.total.currency}
          defaultValue={answer?.values?.amount}
          error={errors?.amount}
          help="Only for a refund. It may be a part."
        />
        <TextInput
          label="Reason"
          name="reason"
          id={fieldId(own('propose', 'reason'))}
          maxLength={orderLimits.reasonLength}
          defaultValue={answer?.values?.reason}
          error={errors?.reason}
        />
        <Button type="submit" busy={busy} busyLabel="Sending…" className="mt-4">
          Send proposal
        </Button>
      </Form>
    </details>
  );
}
