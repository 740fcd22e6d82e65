import { useState } from 'react';
import { Link } from 'react-router';
import { decimalOf, formatMoney, type Money } from '#kernel/money.ts';
import type { PageProblem } from '#platform/http/page.ts';
import { MoneyInput, TextArea } from '#ui/field.tsx';
import { Note } from '#ui/panel.tsx';
import type { OfferTerms } from '../contract.ts';
import { offerLimits } from '../offer.rules.ts';
import { attemptsSentence, quickAmounts, termsSentence } from './offer-words.ts';
import './offer-form.css';

export interface MakeOfferAnswer {
  problem?: PageProblem;
  values?: Record<string, string>;
}

interface OfferFormProps {
  listingId: string;
  sellerId: string;
  price: Money;
  /** Of the listing, as it was seen. */
  version: number;
  /** Null until they are here: nothing waits for them. */
  terms: OfferTerms | null;
  answer: MakeOfferAnswer | undefined;
}

/** The fields of an offer, without its button. */
export function OfferForm({ listingId, sellerId, price, version, terms, answer }: OfferFormProps) {
  const [amount, setAmount] = useState(answer?.values?.amount ?? '');
  const { problem } = answer ?? {};
  const { amount: ofAmount, message: ofMessage, ...rest } = problem?.errors ?? {};
  const said = Object.values(rest);
  const attempts = terms && attemptsSentence(terms.attemptsLeft);
  return (
    <>
      {problem && !ofAmount && !ofMessage && (
        <Note tone="danger" role="alert">
          {problem.message} {said.filter((sentence) => sentence !== problem.message).join(' ')}
        </Note>
      )}
      <input type="hidden" name="listingVersion" value={version} />
      <MoneyInput
        label="Your offer for one copy"
        name="amount"
        currency={price.currency}
        required
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
        error={ofAmount}
        help={`The seller asks ${formatMoney(price)}. Post comes on top.`}
      />
      <div className="ofr-quick">
        {quickAmounts(price, terms?.lowest ?? null).map(({ percent, amount: quick }) => (
          <button key={percent} type="button" className="btn sm" onClick={() => setAmount(decimalOf(quick.amount))}>
            {formatMoney(quick)} <span className="dim">{percent} %</span>
          </button>
        ))}
      </div>
      <TextArea
        label="Message"
        name="message"
        rows={2}
        maxLength={offerLimits.messageLength}
        defaultValue={answer?.values?.message}
        error={ofMessage}
      />
      <p className="dim mt-4">{termsSentence(terms)}</p>
      {attempts && <p className="mt-1">{attempts}</p>}
      <p className="mt-1">
        <Link className="link" to={`/offers/basket?seller=${sellerId}&listing=${listingId}`}>
          Offer for several
        </Link>{' '}
        of this seller’s listings at once
      </p>
    </>
  );
}
