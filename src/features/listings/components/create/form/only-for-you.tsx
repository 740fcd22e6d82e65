import { currencies } from '#kernel/numbers/money.ts';
import { Select, TextArea, TextInput } from '#ui/form/field.tsx';
import { ownTexts } from '../../../model/listing.rules.ts';
import { costCurrencyOf } from './form-input.ts';
import type { StepProps } from './parts.ts';

/** The seller's private fields: open where one has a value. */
export function OnlyForYou({ form, errors, change }: Pick<StepProps, 'form' | 'errors' | 'change'>) {
  const isUsed = [
    form.sku,
    form.place,
    form.privateNote,
    form.cost,
    errors.sku,
    errors.place,
    errors.privateNote,
    errors.cost,
  ].some(Boolean);
  return (
    <details className="mt-7" open={isUsed || undefined}>
      <summary className="cursor-pointer text-[0.9375rem] font-semibold">
        Private details: SKU, location, cost and note
      </summary>
      <p className="dim mt-1 mb-3">Only you see these. You can search your listings by SKU and location.</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput
          label="SKU"
          name="sku"
          maxLength={ownTexts.sku}
          autoComplete="off"
          error={errors.sku}
          value={form.sku}
          onChange={(event) => change({ sku: event.target.value })}
        />
        <TextInput
          label="Storage location"
          name="place"
          maxLength={ownTexts.place}
          autoComplete="off"
          placeholder="Box 3, row B"
          error={errors.place}
          value={form.place}
          onChange={(event) => change({ place: event.target.value })}
        />
        <TextInput
          label="Cost per card"
          name="cost"
          inputMode="decimal"
          autoComplete="off"
          help="Price rules can use it as a minimum."
          error={errors.cost}
          value={form.cost}
          onChange={(event) => change({ cost: event.target.value })}
        />
        <Select
          label="Cost currency"
          name="costCurrency"
          mark={false}
          value={costCurrencyOf(form)}
          onChange={(event) => change({ costCurrency: event.target.value })}
        >
          {currencies.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </Select>
        <TextArea
          label="Private note"
          name="privateNote"
          fieldClass="sm:col-span-2"
          maxLength={ownTexts.privateNote}
          error={errors.privateNote}
          value={form.privateNote}
          onChange={(event) => change({ privateNote: event.target.value })}
        />
      </div>
    </details>
  );
}
