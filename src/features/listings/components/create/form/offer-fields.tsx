import { useState } from 'react';
import { formatUnit } from '#kernel/format.ts';
import { Checkbox, Select } from '#ui/form/field.tsx';
import { MoneyInput } from '#ui/form/money-input.tsx';
import { offerWindowHours } from '../../../model/listing.rules.ts';
import type { StepProps } from './parts.ts';

/** Whether offers are accepted, how long they last, and automatic answers to them. */
export function OfferFields({ form, errors, change }: Pick<StepProps, 'form' | 'errors' | 'change'>) {
  const amount = (name: 'offerFloor' | 'autoAccept' | 'autoDecline', label: string, help: string) => (
    <MoneyInput
      label={label}
      name={name}
      currency={form.currency}
      error={errors[name]}
      help={help}
      value={form[name]}
      onChange={(event) => change({ [name]: event.target.value })}
    />
  );
  const errorOf = errors.offerFloor ?? errors.autoAccept ?? errors.autoDecline;
  const [isOpen] = useState(() => Boolean(form.offerFloor || form.autoAccept || form.autoDecline));
  return (
    <div className="mt-7">
      <Checkbox
        name="acceptsOffers"
        label="Accept offers"
        checked={form.acceptsOffers}
        onChange={(event) => change({ acceptsOffers: event.target.checked })}
      />
      {form.acceptsOffers && (
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          <Select
            label="Offer expires after"
            name="offerWindowHours"
            mark={false}
            error={errors.offerWindowHours}
            help="Buyers see this before they make an offer."
            value={form.offerWindowHours}
            onChange={(event) => change({ offerWindowHours: event.target.value })}
          >
            {offerWindowHours.map((hours) => (
              <option key={hours} value={hours}>
                {formatUnit(hours, 'hour')}
              </option>
            ))}
          </Select>
        </div>
      )}
      {form.acceptsOffers && (
        <details className="mt-5" open={isOpen || errorOf !== undefined || undefined}>
          <summary className="cursor-pointer text-[0.9375rem] font-semibold">Rules for offers (optional)</summary>
          <p className="help mt-3">Buyers don’t see these amounts.</p>
          <div className="mt-3 grid gap-4 sm:grid-cols-2">
            {amount('offerFloor', 'Minimum offer', 'Lower offers are declined. The price can’t go below this amount.')}
            {amount('autoDecline', 'Auto-decline below', 'Declines these offers as soon as they arrive.')}
            {amount('autoAccept', 'Auto-accept at or above', 'Accepts these offers as soon as they arrive.')}
          </div>
        </details>
      )}
    </div>
  );
}
