import { Form } from 'react-router';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { ParcelFields } from '../parcel-fields.tsx';
import type { ActionAnswer } from './order-actions.tsx';

/** Marks an order as shipped; without tracking its carrier is optional. */
export function ShipForm({
  answer,
  busy,
  isReturnRequested,
  isTracked,
  lastCarrier,
}: {
  answer: ActionAnswer | undefined;
  busy: boolean;
  isReturnRequested: boolean;
  isTracked: boolean;
  lastCarrier: string | undefined;
}) {
  const errors = answer?.problem?.errors;
  return (
    <Form method="post" preventScrollReset noValidate>
      <input type="hidden" name="intent" value="ship" />
      <ErrorSummary errors={errors} attempt={answer?.problem} />
      <ParcelFields
        required={isTracked}
        placeholder="La Poste, DHL, USPS …"
        carrier={answer?.values?.carrier ?? lastCarrier}
        trackingNumber={answer?.values?.trackingNumber}
        help="The buyer can see this right away."
        errors={errors}
      />
      {isReturnRequested && (
        <p className="dim mt-4">Don’t ship now. Mark the order only if you shipped before the payment dispute.</p>
      )}
      <Button
        type="submit"
        kind={isReturnRequested ? 'default' : 'primary'}
        size="xl"
        full
        busy={busy}
        busyLabel="Saving…"
        className="mt-4"
      >
        Mark as shipped
      </Button>
    </Form>
  );
}
