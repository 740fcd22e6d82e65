import { type Control, Field } from '#ui/form/field.tsx';
import { orderLimits } from '../model/order.rules.ts';
import { carriers } from '../shipments/carriers.ts';

type CarrierInputProps = Omit<Control<'input'>, 'name' | 'id'>;

/** A carrier in the seller's own words; those whose parcels we link to are suggested. */
export function CarrierInput({ label, required, mark, help, error, ...input }: CarrierInputProps) {
  return (
    <Field label={label} name="carrier" required={required} mark={mark} help={help} error={error}>
      {(control) => (
        <>
          <input
            type="text"
            {...input}
            {...control}
            name="carrier"
            list="carriers"
            maxLength={orderLimits.carrierLength}
            className="in"
          />
          <datalist id="carriers">
            {carriers.map(({ name }) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
