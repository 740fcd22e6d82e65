import { useState } from 'react';
import { TextInput } from '#ui/form/field.tsx';
import { orderLimits } from '../model/order.rules.ts';
import { recogniseCarrier } from '../shipments/recognise-carrier.ts';
import { CarrierInput } from './carrier-input.tsx';

/** Carrier and tracking number of a parcel. A carrier that the number says is filled in. */
export function ParcelFields({
  required,
  placeholder,
  carrier: first = '',
  trackingNumber,
  help,
  errors,
}: {
  required: boolean;
  placeholder?: string;
  carrier: string | undefined;
  trackingNumber: string | undefined;
  /** Of the tracking number. */
  help?: string;
  errors: Readonly<Record<string, string>> | undefined;
}) {
  const [carrier, setCarrier] = useState(first);
  const [recognised, setRecognised] = useState<string | null>(null);
  return (
    <>
      <CarrierInput
        label="Carrier"
        required={required}
        placeholder={placeholder}
        value={carrier}
        onChange={(event) => setCarrier(event.target.value)}
        help={recognised !== null && recognised === carrier ? 'Recognized from the tracking number.' : undefined}
        error={errors?.carrier}
      />
      <TextInput
        label="Tracking number"
        name="trackingNumber"
        maxLength={orderLimits.trackingLength}
        defaultValue={trackingNumber}
        error={errors?.trackingNumber}
        onChange={(event) => {
          const found = recogniseCarrier(event.target.value);
          setRecognised(found);
          if (found) setCarrier(found);
        }}
        help={help}
      />
    </>
  );
}
