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
          {amount('offerFloor', 'Minimum offer', 'Lower offers are declined. Buyers don’t see this amount.')}
          {amount(
            'autoAccept',
            'Auto-accept at or above',
            'These offers are accepted automatically. Buyers don’t see this amount.',
          )}
          {amount(
            'autoDecline',
            'Auto-decline below',
            'These offers are declined automatically. Buyers don’t see this amount.',
          )}
        </div>
      )}
    </div>
  );
}
