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
        label="I accept offers"
        checked={form.acceptsOffers}
        onChange={(event) => change({ acceptsOffers: event.target.checked })}
      />
      {form.acceptsOffers && (
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          <Select
            label="Time to answer an offer"
            name="offerWindowHours"
            mark={false}
            error={errors.offerWindowHours}
            help="Buyers see it before they offer."
            value={form.offerWindowHours}
            onChange={(event) => change({ offerWindowHours: event.target.value })}
          >
            {offerWindowHours.map((hours) => (
              <option key={hours} value={hours}>
                {hours} hours
              </option>
            ))}
          </Select>
          {amount('offerFloor', 'Lowest offer', 'Less than this is declined. Buyers don’t see it.')}
          {amount(
            'autoAccept',
            'Accept by itself from',
            'Such an offer is accepted at once. Buyers don’t see the amount.',
          )}
          {amount(
            'autoDecline',
            'Decline by itself below',
            'Such an offer is declined at once. Buyers don’t see the amount.',
          )}
        </div>
      )}
    </div>
  );
}
