import { useFetcher } from 'react-router';
import { type Fee, leftSentence } from '#features/fees/words.ts';
import { formatMoney, type Money } from '#kernel/numbers/money.ts';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/page/panel.tsx';
import type { WatchersOffer } from '../contract.ts';
import { AmountFields } from './amount-fields.tsx';
import { nextSentence, reachSentence, watchersSentence } from './watchers-words.ts';

export interface WatchersFormProps {
  listing: { id: string; price: Money; favoriteCount: number; status: string };
  last: WatchersOffer | null;
  /** The marketplace fee in force. */
  fee: Fee;
  now: string;
  /** The page's answer to the form, where no script runs. */
  answer?: FormAnswer | undefined;
}

/**
 * A seller's offer to those who saved their listing: what the last one came to, and the next where there may be one.
 */
export function WatchersForm({ listing, last, fee, now, answer: pages }: WatchersFormProps) {
  const { id, price, favoriteCount, status } = listing;
  const { Form, data, state } = useFetcher<FormAnswer>();
  const answer = data ?? pages;
  const { problem } = answer ?? {};
  const tooSoon = last && nextSentence(last, new Date(now));
  const no =
    status !== 'active'
      ? 'You can send an offer when this listing is for sale.'
      : favoriteCount === 0
        ? 'No members have favorited this listing yet.'
        : tooSoon;
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
          <AmountFields
            label="Price per card"
            help={`The price is ${formatMoney(price)}.`}
            price={price}
            lowest={null}
            consequence={(amount) => leftSentence(fee, amount)}
            values={answer?.values}
            errors={problem?.errors}
          />
          <p className="dim mt-3">{reachSentence(favoriteCount)}</p>
          <Button type="submit" kind="primary" className="mt-4" busy={state !== 'idle'} busyLabel="Sending…">
            Send offer
          </Button>
        </Form>
      )}
    </>
  );
}
