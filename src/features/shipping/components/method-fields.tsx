import { currencies } from '#kernel/numbers/money.ts';
import { Checkbox, Select, TextInput } from '#ui/form/field.tsx';
import { europeanUnion, tableLimits as limits, world } from '../model/shipping.rules.ts';
import { destinationName } from '../words.ts';
import { type MethodField, type MethodRow, rowField } from './method-rows.ts';

export interface MethodFieldsProps {
  /** Counts from 0. */
  row: number;
  method: MethodRow;
  countries: readonly (readonly [string, string])[];
  errors: Record<string, string> | undefined;
}

/** One shipping method. */
export function MethodFields({ row, method, countries, errors }: MethodFieldsProps) {
  const field = (name: MethodField) => ({
    name: rowField(row, name),
    defaultValue: method[name] ?? '',
    error: errors?.[rowField(row, name)],
  });
  return (
    <fieldset className="mt-6">
      <legend className="mb-2 font-semibold">{legendOf(row, method)}</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select label="Destination" required {...field('destination')} defaultValue={method.destination || world}>
          <option value={world}>Worldwide</option>
          <option value={europeanUnion}>European Union</option>
          {countries.map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        <TextInput
          label="Name"
          required
          dir="auto"
          maxLength={limits.name}
          placeholder="Standard letter"
          {...field('name')}
        />
        <TextInput
          label="Shipping price"
          required
          inputMode="decimal"
          help="Charged once per order. Enter 0 for free shipping."
          {...field('price')}
        />
        <Select label="Currency" mark={false} {...field('currency')} defaultValue={method.currency || currencies[0]}>
          {currencies.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </Select>
        <TextInput
          label="Free shipping from"
          inputMode="decimal"
          help="Price of the cards in one order."
          {...field('freeFrom')}
        />
        <TextInput
          label="Maximum value"
          inputMode="decimal"
          help="Price of the cards in one parcel."
          {...field('maxValue')}
        />
        <TextInput label="Maximum cards" inputMode="numeric" help="Without graded cards." {...field('maxCards')} />
        <TextInput
          label="Maximum graded cards"
          inputMode="numeric"
          help="Enter 0 if graded cards don’t fit."
          {...field('maxSlabs')}
        />
        <TextInput label="Maximum weight in grams" inputMode="numeric" {...field('maxGrams')} />
      </div>
      <div className="mt-2 flex flex-wrap gap-6">
        <Checkbox name={rowField(row, 'tracked')} label="Tracked" defaultChecked={method.tracked === 'on'} />
        <Checkbox
          name={rowField(row, 'needsPhone')}
          label="Needs a phone number"
          defaultChecked={method.needsPhone === 'on'}
        />
        <Checkbox name={rowField(row, 'remove')} label="Remove method" defaultChecked={method.remove === 'on'} />
      </div>
    </fieldset>
  );
}

function legendOf(row: number, { name, destination }: MethodRow): string {
  if (!name || !destination) return `Shipping method ${row + 1}`;
  return `${name}, ${destinationName(destination)}`;
}
