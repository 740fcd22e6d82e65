import { formatPercent } from '#kernel/format.ts';
import { currencies } from '#kernel/numbers/money.ts';
import { Checkbox, Select, TextInput } from '#ui/form/field.tsx';
import { ruleLimits } from '../model/bulk.process.ts';
import { roundings } from '../model/rounding.ts';
import './bulk.css';
import { type PriceBy, roundingWords } from './bulk-words.ts';

interface PriceFieldsProps {
  by: PriceBy;
  typed: Record<string, string>;
  errors: Record<string, string | undefined>;
}

const labels: Record<PriceBy, string> = {
  percent: 'Percentage',
  market: 'Percentage',
  amount: 'Amount',
  price: 'Price',
  lowest: 'Amount below lowest price',
};
const helps: Partial<Record<PriceBy, string>> = {
  market: 'Leave empty for the market price.',
  lowest: 'Leave empty to match it. Other sellers’ listings in the same condition, finish and language count.',
};

/** The amount, the lowest price, the rounding, and for market prices the largest change. */
export function PriceFields({ by, typed, errors }: PriceFieldsProps) {
  return (
    <>
      <div className="bulk-price">
        <TextInput
          label={labels[by]}
          name="by"
          mark={false}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={typed.by ?? ''}
          help={helps[by]}
          error={errors.by}
        />
        <TextInput
          label="Minimum price"
          name="floor"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={typed.floor ?? ''}
          help={
            by === 'percent' || by === 'amount'
              ? 'Lowering won’t change prices that are already below this.'
              : undefined
          }
          fieldClass={by === 'price' ? 'hidden' : undefined}
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
      <Select
        label="Rounding"
        name="rounding"
        mark={false}
        defaultValue={typed.rounding ?? ''}
        error={errors.rounding}
        fieldClass={by === 'price' ? 'hidden' : undefined}
      >
        <option value="">No rounding</option>
        {roundings.map((rounding) => (
          <option key={rounding} value={rounding}>
            {roundingWords[rounding]}
          </option>
        ))}
      </Select>
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
