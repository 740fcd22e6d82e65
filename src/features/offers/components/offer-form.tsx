import { Link } from 'react-router';
import type { Listing } from '#features/listings/contract.ts';
import { formatMoney, type Money } from '#kernel/numbers/money.ts';
import type { PageProblem } from '#platform/http/page.ts';
import { Note } from '#ui/page/panel.tsx';
import type { OfferTerms } from '../contract.ts';
import { AmountFields } from './amount-fields.tsx';
import { attemptsSentence, postSentence, termsSentence, totalSentence } from './offer-words.ts';

export interface MakeOfferAnswer {
  problem?: PageProblem;
  values?: Record<string, string>;
}

interface OfferFormProps {
  listingId: string;
  sellerId: string;
  price: Money;
  shipping: Pick<Listing, 'shipping' | 'shippingVaries'>;
  /** The listing's version that the buyer saw. */
  version: number;
  /** Null until they are here: nothing waits for them. */
  terms: OfferTerms | null;
  answer: MakeOfferAnswer | undefined;
}

/** The fields of an offer, without its button. */
export function OfferForm({ listingId, sellerId, price, shipping, version, terms, answer }: OfferFormProps) {
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
      <AmountFields
        label="Offer per card"
        help={`The price is ${formatMoney(price)}. ${postSentence(shipping)}`}
        price={price}
        lowest={terms?.lowest ?? null}
        consequence={(amount) => totalSentence(amount, shipping)}
        values={answer?.values}
        errors={problem?.errors}
      />
      <p className="dim mt-4">{termsSentence(terms)}</p>
      {attempts && <p className="mt-1">{attempts}</p>}
      <p className="mt-1">
        <Link className="link" to={`/offers/basket?seller=${sellerId}&listing=${listingId}`}>
          Make a bundle offer for several of this seller’s listings
        </Link>
      </p>
    </>
  );
}
