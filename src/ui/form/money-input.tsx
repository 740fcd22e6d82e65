import { useState } from 'react';
import { type Currency, parseMoney } from '#kernel/numbers/money.ts';
import { noAmountIn } from '#kernel/numbers/typed-money.ts';
import { type Control, TextInput } from './field.tsx';

const symbols: Record<Currency, string> = { USD: '$', EUR: '€', GBP: '£', CHF: 'CHF', CAD: 'CA$', AUD: 'A$' };

/**
 * A price as people type it: `34,50`, `34.50`, `€34.5`. The text travels as it is; kernel `parseMoney` reads it on both
 * sides. What is no amount in its currency is said when the field is left, and from then on as it is typed.
 */
export function MoneyInput({ currency, error, onBlur, onChange, ...props }: Control<'input'> & { currency: Currency }) {
  const [judged, setJudged] = useState('');
  const isWrong = judged.trim() !== '' && parseMoney(judged, currency) === null;
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...props}
      error={isWrong ? noAmountIn(currency, judged) : error}
      before={symbols[currency]}
      onBlur={(event) => {
        setJudged(event.target.value);
        onBlur?.(event);
      }}
      onChange={(event) => {
        if (isWrong) setJudged(event.target.value);
        onChange?.(event);
      }}
    />
  );
}
