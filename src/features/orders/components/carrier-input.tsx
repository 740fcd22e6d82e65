import { type Control, TextInput } from '#ui/form/field.tsx';
import { orderLimits } from '../model/order.rules.ts';
import { carriers } from '../shipments/carriers.ts';

/** A carrier in the seller's own words; those whose parcels we link to are suggested. */
export function CarrierInput(props: Omit<Control<'input'>, 'name' | 'list' | 'maxLength'>) {
  return (
    <>
      <TextInput {...props} name="carrier" list="carriers" maxLength={orderLimits.carrierLength} />
      <datalist id="carriers">
        {carriers.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
