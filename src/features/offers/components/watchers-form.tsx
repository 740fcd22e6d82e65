import { useState } from 'react';
import { useFetcher } from 'react-router';
import { decimalOf, formatMoney, type Money } from '#kernel/money.ts';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { MoneyInput, TextArea } from '#ui/field.tsx';
import { Note } from '#ui/panel.tsx';
import type { WatchersOffer } from '../contract.ts';
import { offerLimits } from '../offer.rules.ts';
import { quickAmounts } from './offer-words.ts';
import { nextSentence, reachSentence, watchersSentence } from './watchers-words.ts';
import './offer-form.css';

export interface WatchersFormProps {
  listing: { id: string; price: Money; favoriteCount: number; status: string };
  last: WatchersOffer | null;
  now: string;
  /** What the page said to it where no script runs. */
  answer?: FormAnswer | undefined;
}

/** A seller's offer to those who saved their listing: what the last one came to, and the next where there may be one. */
export function WatchersForm({ listing, last, now, answer: pages }: WatchersFormProps) {
  const { id, price, favoriteCount, status } = listing;
  const { Form, data, state } = useFetcher<FormAnswer>();
  const answer = data ?? pages;
  const [amount, setAmount] = useState(answer?.values?.amount ?? '');
  const { problem } = answer ?? {};
  const tooSoon = last && nextSentence(last, new Date(now));
  const no =
    status !== 'active' ? 'Nothing can be offered while it is not for sale.' : favoriteCount === 0 ? 'Nobody has saved this listing yet.' : tooSoon;
  return (
    <>
      <p role="status" className={last ? 'mb-3' : undefined}>
        {last && watchersSentence(last)}
      </p>
      {problem && !problem.errors && (
        <Note tone="danger" role="alert" className="mb-3">
          {problem.message}
        </Note>
      )}
      {no ? (
        <p className="dim">{no}</p>
      ) : (
        <Form method="post" action={`/listings/${id}/watchers`} noValidate>
          <MoneyInput
            label="Your price for one copy"
            name="amount"
            currency={price.currency}
            required
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
            error={problem?.errors?.amount}
            help={`You ask ${formatMoney(price)}.`}
          />
          <div className="ofr-quick">
            {quickAmounts(price, null).map(({ percent, amount: quick }) => (
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
            error={problem?.errors?.message}
          />
          <p className="dim mt-3">{reachSentence(favoriteCount)}</p>
          <Button type="submit" kind="primary" className="mt-4" busy={state !== 'idle'} busyLabel="Sending…">
            Send the offer
          </Button>
        </Form>
      )}
    </>
  );
}
