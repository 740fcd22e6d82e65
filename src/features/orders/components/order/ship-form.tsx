import { useState } from 'react';
import { Form } from 'react-router';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { TextInput } from '#ui/form/field.tsx';
import { orderLimits } from '../../model/order.rules.ts';
import { recogniseCarrier } from '../../shipments/recognise-carrier.ts';
import { CarrierInput } from '../carrier-input.tsx';
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
  const [carrier, setCarrier] = useState(answer?.values?.carrier ?? lastCarrier ?? '');
  const [recognised, setRecognised] = useState<string | null>(null);
  return (
    <Form method="post" preventScrollReset noValidate>
      <input type="hidden" name="intent" value="ship" />
      <ErrorSummary errors={errors} attempt={answer?.problem} />
      <CarrierInput
        label="Carrier"
        required={isTracked}
        placeholder="La Poste, DHL, USPS …"
        value={carrier}
        onChange={(event) => setCarrier(event.target.value)}
        help={recognised !== null && recognised === carrier ? 'Recognized from the tracking number.' : undefined}
        error={errors?.carrier}
      />
      <TextInput
        label="Tracking number"
        name="trackingNumber"
        maxLength={orderLimits.trackingLength}
        defaultValue={answer?.values?.trackingNumber}
        error={errors?.trackingNumber}
        onChange={(event) => {
          const found = recogniseCarrier(event.target.value);
          setRecognised(found);
          if (found) setCarrier(found);
        }}
        help="The buyer can see this right away."
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
