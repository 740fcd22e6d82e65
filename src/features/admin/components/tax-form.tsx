import { Form, useNavigation } from 'react-router';
import { noTax, type Tax, taxLimits } from '#features/payouts/words.ts';
import { formatPercent } from '#kernel/format.ts';
import { dayMonthYear } from '#kernel/time.ts';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { TextInput } from '#ui/form/field.tsx';
import { Panel } from '#ui/page/panel.tsx';

const wordsOf = ({ basisPoints, name }: Tax) => `${name} ${formatPercent(basisPoints / 10_000, 2)}`;

/** The tax in the selling fee, with its history. */
export function TaxForm({
  taxes,
  answer,
}: {
  taxes: readonly (Tax & { since: Date })[];
  answer: FormAnswer | undefined;
}) {
  const busy = useNavigation().formMethod === 'POST';
  const { problem, values } = answer?.problem ? answer : {};
  const [now = noTax] = taxes;
  return (
    <Panel
      id="tax"
      title="Tax on invoices"
      note="The selling fee includes this tax. Applies to invoices of this month and later. Issued invoices stay as they are."
    >
      <p className="mb-4">
        Current tax: <strong>{wordsOf(now)}</strong>
      </p>
      <Form method="post" preventScrollReset noValidate aria-label="Tax on invoices">
        <input type="hidden" name="about" value="tax" />
        <ErrorSummary
          errors={problem?.errors}
          message={problem?.errors ? undefined : problem?.message}
          attempt={problem}
        />
        <TextInput
          label="Tax rate (%)"
          name="taxPercent"
          inputMode="decimal"
          defaultValue={values?.taxPercent ?? String(now.basisPoints / 100)}
          error={problem?.errors?.taxPercent}
          required
          help={`From 0 to ${taxLimits.basisPoints / 100}.`}
        />
        <TextInput
          label="Name of the tax"
          name="taxName"
          maxLength={taxLimits.name}
          defaultValue={values?.taxName ?? now.name}
          error={problem?.errors?.taxName}
          required
        />
        <TextInput
          label="Note on invoices"
          name="taxNote"
          maxLength={taxLimits.note}
          defaultValue={values?.taxNote ?? now.note ?? ''}
          error={problem?.errors?.taxNote}
          help="For example, why there is no tax."
        />
        <Button type="submit" kind="primary" className="mt-4" busy={busy} busyLabel="Changing…">
          Change tax
        </Button>
      </Form>
      {taxes.length > 0 && (
        <ul className="mt-4">
          {taxes.map((tax) => (
            <li key={tax.since.toISOString()} className="dim">
              {`Since ${dayMonthYear(tax.since)}: ${wordsOf(tax)}`}
              {tax.note && ` (${tax.note})`}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
