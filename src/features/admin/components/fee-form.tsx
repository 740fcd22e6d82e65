import { Form, useNavigation } from 'react-router';
import type { FeeView } from '#features/fees/contract.ts';
import { feeLimits } from '#features/fees/words.ts';
import { dayMonthYear } from '#kernel/time.ts';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { TextInput } from '#ui/form/field.tsx';
import { Panel } from '#ui/page/panel.tsx';

const shown = (hundredths: number | undefined) => String((hundredths ?? 0) / 100);

/** The fee of a sale, with its history. */
export function FeeForm({ fees, answer }: { fees: readonly FeeView[]; answer: FormAnswer | undefined }) {
  const busy = useNavigation().formMethod === 'POST';
  const { problem, values } = answer?.problem ? answer : {};
  const [now] = fees;
  return (
    <Panel
      id="fee"
      title="Selling fee"
      note="Applies to new orders. Existing orders keep their fee. The Fees page shows current and earlier fees."
    >
      <p className="mb-4">
        Current fee: <strong>{now?.words}</strong>
      </p>
      <Form method="post" preventScrollReset noValidate aria-label="Selling fee">
        <input type="hidden" name="about" value="fee" />
        <ErrorSummary
          errors={problem?.errors}
          message={problem?.errors ? undefined : problem?.message}
          attempt={problem}
        />
        <TextInput
          label="Percentage of the card price"
          name="percent"
          inputMode="decimal"
          defaultValue={values?.percent ?? shown(now?.basisPoints)}
          error={problem?.errors?.percent}
          required
          help={`From 0 to ${feeLimits.basisPoints / 100}. The fee isn’t charged on shipping.`}
        />
        <TextInput
          label="Fixed amount per order"
          name="fixed"
          inputMode="decimal"
          defaultValue={values?.fixed ?? shown(now?.fixed)}
          error={problem?.errors?.fixed}
          required
          help={`From 0 to ${feeLimits.fixed / 100}, in the currency of the order.`}
        />
        <TextInput
          label="Reason"
          name="note"
          maxLength={feeLimits.note}
          defaultValue={values?.note}
          error={problem?.errors?.note}
          help="Shown on the Fees page."
        />
        <Button type="submit" kind="primary" className="mt-4" busy={busy} busyLabel="Changing…">
          Change selling fee
        </Button>
      </Form>
      <ul className="mt-4">
        {fees.map(({ since, words, note }) => (
          <li key={since ?? ''} className="dim">
            {since === null ? `At first: ${words}` : `Since ${dayMonthYear(new Date(since))}: ${words}`}
            {note && ` (${note})`}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
