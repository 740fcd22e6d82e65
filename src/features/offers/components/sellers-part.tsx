import { useState } from 'react';
import { type Fee, leftSentence } from '#features/fees/words.ts';
import { parseMoney } from '#kernel/numbers/money.ts';
import type { PageProblem } from '#platform/http/page.ts';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { fieldId } from '#ui/form/field.tsx';
import { MoneyInput } from '#ui/form/money-input.tsx';
import type { Offer } from '../contract.ts';
import { sumOf } from '../model/offer.rules.ts';
import { PickLines } from './offer-lines.tsx';

interface SellersPartProps {
  offer: Pick<Offer, 'amount'>;
  fee: Fee;
  /** The lines of an offer for several listings, to accept some of; null for one listing. */
  lines: Offer['lines'];
}

/**
 * The amount that a seller accepts, and their share after the fee: for several listings, of the selected lines. Without
 * script, of all.
 */
export function SellersPart({ offer: { amount }, fee, lines }: SellersPartProps) {
  const [left, setLeft] = useState<readonly string[]>([]);
  const taken = lines?.filter(({ offerId, isHere }) => isHere && !left.includes(offerId));
  const pick = (offerId: string, isIn: boolean) =>
    setLeft((before) => (isIn ? before.filter((id) => id !== offerId) : [...before, offerId]));
  const sum = taken
    ? sumOf(taken.map((line) => ({ amount: line.amount.amount, quantity: line.quantity })))
    : amount.amount;
  return (
    <>
      {lines && <PickLines lines={lines} intent="accept" onPick={pick} />}
      <p role="status">{sum > 0 && leftSentence(fee, { amount: sum, currency: amount.currency })}</p>
    </>
  );
}

interface CounterAmountProps {
  offer: Pick<Offer, 'id' | 'amount'>;
  /** For a seller, who sees the amount after the fee. */
  fee: Fee | null;
  /** The typed amount, where it was refused. */
  typed: string | undefined;
  problem: PageProblem | undefined;
}

/** The amount of a counter-offer. */
export function CounterAmount({ offer: { id, amount }, fee, typed, problem }: CounterAmountProps) {
  const [text, setText] = useState(typed ?? '');
  const named = parseMoney(text, amount.currency);
  const field = `amount-${id}`;
  const error = problem?.errors?.amount;
  return (
    <>
      <ErrorSummary errors={error === undefined ? undefined : { [field]: error }} attempt={problem} />
      <MoneyInput
        id={fieldId(field)}
        label="Your amount"
        name="amount"
        currency={amount.currency}
        required
        value={text}
        onChange={({ target }) => setText(target.value)}
        error={error}
      />
      {fee && <p role="status">{named !== null && leftSentence(fee, { amount: named, currency: amount.currency })}</p>}
    </>
  );
}
