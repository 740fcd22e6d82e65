import { currencies } from '#kernel/numbers/money.ts';
import { Checkbox, Select, TextInput } from '#ui/form/field.tsx';
import { ruleLimits } from '../model/bulk.process.ts';

interface PriceFieldsProps {
  by: 'percent' | 'amount' | 'market';
  typed: Record<string, string>;
  errors: Record<string, string | undefined>;
}

/** The amount, the lowest price, and for market prices the largest change. */
export function PriceFields({ by, typed, errors }: PriceFieldsProps) {
  return (
    <>
      <div className="bulk-price">
        <TextInput
          label={by === 'amount' ? 'Amount' : 'Percent'}
          name="by"
          mark={false}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={typed.by ?? ''}
          help={by === 'market' ? 'Nothing or 0 is the market’s own price.' : undefined}
          error={errors.by}
        />
        <TextInput
          label="Never under"
          name="floor"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={typed.floor ?? ''}
          help={by === 'market' ? undefined : 'A price that is under this already stays when you lower.'}
          error={errors.floor}
        />
        <Select
          label="Currency"
          name="currency"
          mark={false}
          defaultValue={typed.currency || 'USD'}
          help="Amounts change prices in this currency only."
        >
          {currencies.map((currency) => (
            <option key={currency}>{currency}</option>
          ))}
        </Select>
      </div>
      <div className="bulk-price" hidden={by !== 'market'}>
        <TextInput
          label="Largest change, percent"
          name="mostPercent"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={typed.mostPercent ?? ''}
          error={errors.mostPercent}
          help={`Left empty: ${ruleLimits.usualStep} % without a lowest price, no limit with one.`}
        />
        <Checkbox
          label="Never under what I paid"
          name="aboveCost"
          className="bulk-cost"
          defaultChecked={typed.aboveCost !== undefined && typed.aboveCost !== ''}
          help="Where you noted it with the listing."
        />
      </div>
    </>
  );
}
