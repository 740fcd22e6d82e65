import { Form, useNavigation } from 'react-router';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { Field, TextArea } from '#ui/form/field.tsx';
import { FileInput } from '#ui/form/file-input.tsx';
import { CarrierInput } from '../carrier-input.tsx';

/** A list of parcels, pasted or as a file; nothing is changed before its preview. */
export function ShipmentForm({ answer }: { answer: FormAnswer | undefined }) {
  const { formData, state } = useNavigation();
  const errors = answer?.problem?.errors;
  return (
    <Form method="post" encType="multipart/form-data" noValidate>
      <ErrorSummary errors={errors} attempt={answer?.problem} />
      <TextArea
        label="Tracking numbers"
        name="lines"
        mark={false}
        rows={8}
        spellCheck={false}
        defaultValue={answer?.values?.lines}
        error={errors?.lines}
        placeholder={'JCZCZT2D, DHL, 00340434161094\nJ1Q0XW7V, RX123456789DE'}
        help="Enter one order on each line: order number, carrier (optional) and tracking number."
      />
      <Field
        label="CSV file"
        name="file"
        help="Used instead of the text. It needs the columns “Order number” and “Tracking number”. “Carrier” is optional."
      >
        {(control) => (
          <FileInput {...control} label="Choose a file" name="file" accept=".csv,.tsv,.txt,text/csv,text/plain" />
        )}
      </Field>
      <CarrierInput
        label="Carrier for all lines"
        defaultValue={answer?.values?.carrier}
        error={errors?.carrier}
        help="Used for lines without a carrier."
      />
      <Button
        type="submit"
        kind="primary"
        name="intent"
        value="preview"
        className="mt-4"
        busy={state !== 'idle' && formData?.get('intent') === 'preview'}
        busyLabel="Reading…"
      >
        Preview list
      </Button>
    </Form>
  );
}
