import { Form, useNavigation } from 'react-router';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { Select, TextInput } from '#ui/form/field.tsx';
import type { ShippingView } from '../contract.ts';
import { tableLimits as limits } from '../model/shipping.rules.ts';
import { MethodFields } from './method-fields.tsx';
import { rowOf, sentRows } from './method-rows.ts';

export interface ShippingFormProps {
  table: ShippingView;
  countries: readonly (readonly [string, string])[];
  answer: FormAnswer | undefined;
}

/** A whole shipping table. Each press sends it, so that methods can be added without script. */
export function ShippingForm({ table, countries, answer }: ShippingFormProps) {
  const { problem, values } = answer ?? {};
  const busy = useNavigation().formMethod === 'POST';
  const rows = values ? sentRows(values) : table.methods.map(rowOf);
  return (
    <Form method="post" noValidate preventScrollReset aria-label="Shipping methods">
      <ErrorSummary
        errors={problem?.errors}
        message={problem?.errors ? undefined : problem?.message}
        attempt={problem}
      />
      <input type="hidden" name="version" value={values?.version ?? table.version} />
      <input type="hidden" name="count" value={rows.length} />
      <Select
        label="Ships from"
        name="sendsFrom"
        required
        autoComplete="country"
        defaultValue={values?.sendsFrom ?? table.sendsFrom ?? ''}
        error={problem?.errors?.sendsFrom}
      >
        <option value="">Choose a country</option>
        {countries.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <TextInput
        label="Time to ship"
        name="shipDays"
        required
        inputMode="numeric"
        defaultValue={values?.shipDays ?? String(table.shipDays)}
        help={`Working days after payment, from 1 to ${limits.shipDays}.`}
        error={problem?.errors?.shipDays}
      />
      {rows.map((method, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and are added at the end
        <MethodFields key={row} row={row} method={method} countries={countries} errors={problem?.errors} />
      ))}
      <div className="mt-6 flex flex-wrap gap-4">
        <Button type="submit" kind="primary" name="intent" value="save" busy={busy} busyLabel="Saving…">
          Save shipping methods
        </Button>
        {rows.length < limits.methods && (
          <Button type="submit" name="intent" value="add">
            Add shipping method
          </Button>
        )}
      </div>
    </Form>
  );
}
