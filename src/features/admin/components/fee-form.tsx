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
      title="Fee"
      note="Of orders that are placed from now on; each order keeps its own. Everybody reads it, with what it was before, under Fees."
    >
      <p className="mb-4">
        In force: <strong>{now?.words}</strong>
      </p>
      <Form method="post" preventScrollReset noValidate aria-label="Fee">
        <input type="hidden" name="about" value="fee" />
        <ErrorSummary
          errors={problem?.errors}
          message={problem?.errors ? undefined : problem?.message}
          attempt={problem}
        />
        <TextInput
          label="Percent of what the cards cost"
          name="percent"
          inputMode="decimal"
          defaultValue={values?.percent ?? shown(now?.basisPoints)}
          error={problem?.errors?.percent}
          required
          help={`From 0 to ${feeLimits.basisPoints / 100}. Post is not counted.`}
        />
        <TextInput
          label="Amount of each order"
          name="fixed"
          inputMode="decimal"
          defaultValue={values?.fixed ?? shown(now?.fixed)}
          error={problem?.errors?.fixed}
          required
          help={`In the order’s own currency, from 0 to ${feeLimits.fixed / 100}.`}
        />
        <TextInput
          label="Why"
          name="note"
          maxLength={feeLimits.note}
          defaultValue={values?.note}
          error={problem?.errors?.note}
          help="Everybody reads it."
        />
        <Button type="submit" kind="primary" className="mt-4" busy={busy} busyLabel="Changing…">
          Change the fee
        </Button>
      </Form>
      <ul className="mt-4">
        {fees.map(({ since, words, note }) => (
          <li key={since ?? ''} className="dim">
            {since === null ? 'From the beginning' : `Since ${dayMonthYear(new Date(since))}`}: {words}
            {note && ` (${note})`}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
