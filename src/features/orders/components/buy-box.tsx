import { type ReactNode, useState } from 'react';
import { type FetcherWithComponents, useFetcher, useRevalidator } from 'react-router';
import type { Listing, listingRefusals, ShippingOption } from '#features/listings/contract.ts';
import { type ListingChanges, sentBy, useSignInFor } from '#features/listings/widgets.tsx';
import { destinationName } from '#features/shipping/words.ts';
import { formatNumber, plural } from '#kernel/format.ts';
import { formatMoney, type Money } from '#kernel/numbers/money.ts';
import type { PageProblem } from '#platform/http/page.ts';
import { Button } from '#ui/button.tsx';
import { Price } from '#ui/card/price.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { Note } from '#ui/page/panel.tsx';
import { postAmountField } from '../place/post-amount.ts';
import { type BuyersShipping, methodsFor } from '../place/shipping/buyers-shipping.ts';
import { ShipTo } from './ship-to.tsx';

/** The URL that a purchase is posted to: it holds the copy and redirects to the payment page. */
const buyAction = '/checkout';
/** The form with the listing, its version and the quantity, for other buttons. */
export const buyFormId = 'buy';
const offlineSentence = 'You’re offline, so nothing was bought. Reconnect and buy again.';

export interface BuyBoxProps {
  listing: Listing;
  /** Of a seller with a shipping table; null: the listing's own methods ship it everywhere. */
  shipping: BuyersShipping | null;
  isMember: boolean;
  /** The seller's changes while the page was open. */
  changes: ListingChanges | null;
  /** The refusal of a purchase without script, and what has changed since. */
  refused: ListingChanges | null;
  /** Content between the price and the Buy button: what other features show about the price. */
  children?: ReactNode;
  /** Another way to come to terms, beside the press that buys. */
  beside?: ReactNode;
}

/**
 * The price with its post, and the one press that buys. Works as a plain form; with scripts it says the total and what
 * was refused right here. It buys the version that it shows: where the seller has changed that meanwhile nothing is
 * bought, the page shows what is new, and the next press buys it.
 */
export function BuyBox({ listing, shipping, isMember, changes, refused, children, beside }: BuyBoxProps) {
  const { price, quantityAvailable } = listing;
  const fetcher = useFetcher<{ problem?: PageProblem }>();
  const signInFor = useSignInFor();
  const [quantity, setQuantity] = useState(1);
  const options = shipping
    ? methodsFor(shipping, { isSlab: listing.grading !== null, price, quantity })
    : [...listing.shipping].sort((a, b) => a.price.amount - b.price.amount);
  const isShipped = shipping === null || options.length > 0;
  const [postName, setPostName] = useState(options[0]?.name ?? '');
  const [isOffline, setOffline] = useState(false);
  const post = options.find((option) => option.name === postName) ?? options[0] ?? null;
  const total: Money = { amount: price.amount * quantity + (post?.price.amount ?? 0), currency: price.currency };
  const busy = fetcher.state !== 'idle';
  const problem = useProblem(fetcher, isOffline, refused);
  return (
    <>
      <div className="pbox">
        <Price value={price} size="big" />
        <p className="dl">{isShipped ? postSentence(post) : 'Contact seller for shipping'}</p>
      </div>
      {shipping && <ShipTo key={shipping.country} shipping={shipping} methods={options} />}
      {!isShipped && (
        <Note tone="warning" className="mt-4">
          {notShipped(shipping.country, quantity)}
        </Note>
      )}
      {children}
      <fetcher.Form
        id={buyFormId}
        method="post"
        action={buyAction}
        onSubmit={(event) => {
          setOffline(!navigator.onLine);
          if (isMember && navigator.onLine) return;
          event.preventDefault();
          if (!isMember)
            signInFor('buy_now', { listingId: listing.id, about: `${listing.name} · ${formatMoney(total)}` });
        }}
      >
        <input type="hidden" name="listingId" value={listing.id} />
        <input type="hidden" name="listingVersion" value={listing.version} />
        <input type="hidden" name="expectedAmount" value={price.amount} />
        <input type="hidden" name="expectedCurrency" value={price.currency} />
        {shipping?.country && <input type="hidden" name="country" value={shipping.country} />}
        {options.length === 0 && <input type="hidden" name={postAmountField('')} value="0" />}
        {options.map(({ name, price: { amount } }) => (
          <input key={name} type="hidden" name={postAmountField(name)} value={amount} />
        ))}
        {options.length > 1 && <PostChoice options={options} chosen={post?.name ?? ''} onChoose={setPostName} />}
        {options.length === 1 && <input type="hidden" name="shipping" value={options[0]?.name} />}
        {quantityAvailable > 1 ? (
          <label className="qty">
            <span>
              Quantity <span className="dim">({formatNumber(quantityAvailable)} available)</span>
            </span>
            <input
              className="in"
              type="number"
              name="quantity"
              inputMode="numeric"
              min={1}
              max={quantityAvailable}
              defaultValue={1}
              onChange={(event) => {
                const wanted = Math.trunc(event.target.valueAsNumber);
                if (wanted >= 1 && wanted <= quantityAvailable) setQuantity(wanted);
              }}
            />
          </label>
        ) : (
          <input type="hidden" name="quantity" value="1" />
        )}
        {changes && (
          <Note tone="warning" role="status" className="mt-4">
            <Said {...changes} />
          </Note>
        )}
        {problem && (
          <Note tone="danger" role="alert" className="mt-4">
            <Said sentence={problem.sentence} details={changes ? [] : problem.details} />
          </Note>
        )}
      </fetcher.Form>
      <div className={beside ? 'cta' : 'cta one'}>
        <Button
          kind="primary"
          size="xl"
          type="submit"
          form={buyFormId}
          disabled={!isShipped}
          busy={busy}
          busyLabel="Reserving…"
          data-guide="buy"
        >
          Buy for {formatMoney(total)}
        </Button>
        {beside}
      </div>
      <div className="buybar" data-guide="buy">
        <div>
          <Price value={total} />
          <span className="dim">{plural(quantity, { one: 'incl. shipping', other: '# cards, incl. shipping' })}</span>
        </div>
        <Button kind="primary" type="submit" form={buyFormId} disabled={!isShipped} busy={busy} busyLabel="Reserving…">
          Buy
        </Button>
      </div>
    </>
  );
}

type ListingRefusal = (typeof listingRefusals)[keyof typeof listingRefusals];
/** The page does not show the reason of these refusals yet, so it is reloaded. */
const outdated = ['listing_changed', 'price_changed', 'not_available'] as const satisfies readonly ListingRefusal[];

/** Why the last press bought nothing. */
function useProblem(
  buying: Pick<FetcherWithComponents<{ problem?: PageProblem }>, 'data' | 'state'>,
  isOffline: boolean,
  refused: ListingChanges | null,
): ListingChanges | null {
  const { revalidate } = useRevalidator();
  useAnswer(buying, ({ problem }) => {
    if (problem && outdated.some((code) => code === problem.code)) void revalidate();
  });
  const problem = buying.data?.problem;
  if (isOffline) return { sentence: offlineSentence, details: [] };
  if (!problem) return refused;
  return {
    sentence: problem.message,
    details: Object.values(problem.errors ?? {}).filter((said) => said !== problem.message),
  };
}

function Said({ sentence, details }: ListingChanges) {
  return (
    <>
      {sentence}
      {details.length > 0 && (
        <ul className="mt-1 list-disc pl-5">
          {details.map((said) => (
            <li key={said}>{said}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function PostChoice({
  options,
  chosen,
  onChoose,
}: {
  options: readonly ShippingOption[];
  chosen: string;
  onChoose(name: string): void;
}) {
  return (
    <fieldset className="posts">
      <legend className="sr">Shipping method</legend>
      {options.map(({ name, price, tracked }) => (
        <label key={name}>
          <input type="radio" name="shipping" value={name} checked={name === chosen} onChange={() => onChoose(name)} />
          <span>{sentBy({ name, tracked })}</span>
          <span className="tnum">{price.amount === 0 ? 'Free' : formatMoney(price)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Why nothing can be bought. */
function notShipped(country: string | null, quantity: number): string {
  const copies = quantity === 1 ? 'this card' : 'so many copies';
  const to = country === null ? '' : ` to ${destinationName(country)}`;
  return `The seller doesn’t ship ${copies}${to}. Message the seller, or choose another country.`;
}

/** `+ €1.20 tracked shipping`; the details name the method. */
function postSentence(post: ShippingOption | null): string {
  if (!post) return 'Shipping included';
  const shipping = post.tracked ? 'tracked shipping' : 'shipping';
  return post.price.amount === 0 ? `Free ${shipping}` : `+ ${formatMoney(post.price)} ${shipping}`;
}
