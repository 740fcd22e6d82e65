import { formatPercent } from '#kernel/format.ts';
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
          label={by === 'amount' ? 'Amount' : 'Percentage'}
          name="by"
          mark={false}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={typed.by ?? ''}
          help={by === 'market' ? 'Leave empty for the market price.' : undefined}
          error={errors.by}
        />
        <TextInput
          label="Minimum price"
          name="floor"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={typed.floor ?? ''}
          help={by === 'market' ? undefined : 'Lowering won’t change prices that are already below this.'}
          error={errors.floor}
        />
        <Select
          label="Currency"
          name="currency"
          mark={false}
          defaultValue={typed.currency || 'USD'}
          help="An amount or a minimum price applies to listings in this currency only."
        >
          {currencies.map((currency) => (
            <option key={currency}>{currency}</option>
          ))}
        </Select>
      </div>
      <div className="bulk-price" hidden={by !== 'market'}>
        <TextInput
          label="Maximum change"
          name="mostPercent"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={typed.mostPercent ?? ''}
          error={errors.mostPercent}
          help={`A percentage. Leave empty for ${formatPercent(ruleLimits.usualStep / 100)}, or for no limit with a minimum price.`}
        />
        <Checkbox
          label="Don’t go below my cost"
          name="aboveCost"
          className="bulk-cost"
          defaultChecked={typed.aboveCost !== undefined && typed.aboveCost !== ''}
          help="For listings with a cost per card."
        />
      </div>
    </>
  );
}
