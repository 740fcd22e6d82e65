import { useState } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '#kernel/format.ts';
import { formatMoney, type Money, money } from '#kernel/numbers/money.ts';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { ConditionBadge } from '#ui/card/condition-badge.tsx';
import { Checkbox, TextArea, TextInput } from '#ui/form/field.tsx';
import { MoneyInput } from '#ui/form/money-input.tsx';
import { Note } from '#ui/page/panel.tsx';
import { offerLimits, sumOf } from '../../model/offer.rules.ts';
import { offerDeadlines } from '../../model/offer.times.ts';

export interface BasketListing {
  id: string;
  title: string;
  condition: string;
  price: Money;
  available: number;
  /** The version that the buyer saw. */
  version: number;
  isChosen: boolean;
  copies: string;
}

export const copiesField = (listingId: string) => `copies-${listingId}`;

interface BasketFormProps {
  seller: { id: string; username: string };
  listings: readonly BasketListing[];
  q: string;
  answer: FormAnswer | undefined;
}

/**
 * The fields of an offer for several: a search that preserves the selection, the listings with how many copies, one
 * amount. A plain form without script.
 */
export function BasketForm({ seller, listings, q, answer }: BasketFormProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    new Set(listings.flatMap(({ id, isChosen }) => (isChosen ? [id] : []))),
  );
  const [copies, setCopies] = useState<Record<string, string>>({});
  const { amount: ofAmount, message: ofMessage, ...rest } = answer?.problem?.errors ?? {};
  const copiesOf = ({ id, copies: first }: BasketListing) => copies[id] ?? answer?.values?.[copiesField(id)] ?? first;
  const picked = listings.filter(({ id }) => chosen.has(id));
  const currency = (picked[0] ?? listings[0])?.price.currency ?? 'USD';
  const listed = money(
    sumOf(picked.map((each) => ({ amount: each.price.amount, quantity: Math.max(1, Number(copiesOf(each)) || 1) }))),
    currency,
  );
  const said =
    answer?.problem && !ofAmount && !ofMessage ? (Object.values(rest)[0] ?? answer.problem.message) : undefined;
  return (
    <>
      {said && (
        <Note tone="danger" role="alert" className="mb-4">
          {said}
        </Note>
      )}
      <input type="hidden" name="seller" value={seller.id} />
      <div className="ofr-find">
        <TextInput label="Search this seller’s listings" mark={false} name="q" type="search" defaultValue={q} />
        <Button type="submit" formMethod="get" formAction="/offers/basket">
          Search
        </Button>
      </div>
      <ul className="ofr-pick" aria-label={`Listings of ${seller.username}`}>
        {listings.map((listing) => (
          <li key={listing.id}>
            <Checkbox
              name="listing"
              value={listing.id}
              label={listing.title}
              defaultChecked={listing.isChosen}
              onChange={({ target }) =>
                setChosen(
                  new Set(target.checked ? [...chosen, listing.id] : [...chosen].filter((id) => id !== listing.id)),
                )
              }
            />
            <input type="hidden" name={`version-${listing.id}`} value={listing.version} />
            <ConditionBadge condition={listing.condition} />
            <Link
              className="dim"
              to={`/listings/${listing.id}`}
              aria-label={`${formatMoney(listing.price)}: ${listing.title}`}
            >
              {formatMoney(listing.price)}
            </Link>
            {listing.available > 1 && (
              <TextInput
                label={`Quantity (${formatNumber(listing.available)} available)`}
                mark={false}
                name={copiesField(listing.id)}
                inputMode="numeric"
                value={copiesOf(listing)}
                onChange={({ target }) => setCopies({ ...copies, [listing.id]: target.value })}
              />
            )}
          </li>
        ))}
      </ul>
      {listings.length > 0 && (
        <>
          <p role="status" className="mb-2">
            {picked.length === 0
              ? 'Select at least 2 listings.'
              : `${formatNumber(picked.length)} selected · total price ${formatMoney(listed)}`}
          </p>
          <MoneyInput
            label="Your bundle offer"
            name="amount"
            currency={currency}
            required
            defaultValue={answer?.values?.amount}
            error={ofAmount}
            help="Divided across the listings by price. Shipping is extra."
          />
          <TextArea
            label="Message"
            name="message"
            rows={2}
            maxLength={offerLimits.messageLength}
            defaultValue={answer?.values?.message}
            error={ofMessage}
          />
          <p className="dim mt-4">
            The seller can accept all listings, or some at their share of your amount. You commit to buy the accepted
            ones. They’re reserved for you for {offerDeadlines.pay}. You pay for them as one order with one shipping
            charge.
          </p>
          <Button type="submit" kind="primary" className="mt-4">
            Send offer
          </Button>
        </>
      )}
    </>
  );
}
