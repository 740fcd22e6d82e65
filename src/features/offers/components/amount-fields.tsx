import { useState } from 'react';
import { formatPercent } from '#kernel/format.ts';
import { decimalOf, formatMoney, type Money, parseMoney } from '#kernel/numbers/money.ts';
import { TextArea } from '#ui/form/field.tsx';
import { MoneyInput } from '#ui/form/money-input.tsx';
import { offerLimits } from '../model/offer.rules.ts';
import { quickAmounts } from './offer-words.ts';
import './offer-form.css';

interface AmountFieldsProps {
  label: string;
  help: string;
  price: Money;
  /** No amount below it is suggested. */
  lowest: Money | null;
  /** The consequence of an amount, shown below the field while it is typed. */
  consequence?: (amount: Money) => string | null;
  values: Record<string, string> | undefined;
  errors: Record<string, string> | undefined;
}

/** The amount for one copy, with shares of its price as presets, and a message. */
export function AmountFields({ label, help, price, lowest, consequence, values, errors }: AmountFieldsProps) {
  const [amount, setAmount] = useState(values?.amount ?? '');
  const named = consequence && parseMoney(amount, price.currency);
  return (
    <>
      <MoneyInput
        label={label}
        name="amount"
        currency={price.currency}
        required
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
        error={errors?.amount}
        help={help}
      />
      <div className="ofr-quick">
        {quickAmounts(price, lowest).map(({ percent, amount: quick }) => (
          <button key={percent} type="button" className="btn sm" onClick={() => setAmount(decimalOf(quick.amount))}>
            {formatMoney(quick)} <span className="dim">{formatPercent(percent / 100)}</span>
          </button>
        ))}
      </div>
      {consequence && (
        <p role="status" className="ofr-told">
          {typeof named === 'number' && named > 0 && consequence({ amount: named, currency: price.currency })}
        </p>
      )}
      <TextArea
        label="Message"
        name="message"
        rows={2}
        maxLength={offerLimits.messageLength}
        defaultValue={values?.message}
        error={errors?.message}
      />
    </>
  );
}
