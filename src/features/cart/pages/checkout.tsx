import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
} from 'react-router';
import { fullBookSentence, listAddresses } from '#features/addresses/index.server.ts';
import { buyFromForm, orderPolicy } from '#features/orders/index.server.ts';
import { newId } from '#kernel/ids.ts';
import { listCountries } from '#kernel/text/country-name.ts';
import { pageScope, requirePageActor } from '#platform/http/page.ts';
import { cookieHeaders } from '#platform/http/page-form.server.ts';
import { orNetworkFailure } from '#platform/http/responses/network-failure.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { Segmented } from '#ui/form/segmented.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { addAddressAtCheckout, checkOutFromForm, chooseAtCheckout } from '../checkout/checkout-form.server.ts';
import type { CartAnswer } from '../components/cart-answer.ts';
import { CartGroup } from '../components/cart-group.tsx';
import { CheckoutAddress } from '../components/checkout-address.tsx';
import { CheckoutForm } from '../components/checkout-form.tsx';
import '../components/cart.css';
import { chosenTotal, payableTotals } from '../model/payable-totals.rules.ts';
import { cartRequest, showCart } from '../read/visit-cart.server.ts';

/** What the cart costs in one currency, before it is reserved and paid. */
export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, orderPolicy, 'place');
  const { platform, address } = pageScope(args.context);
  const { searchParams } = new URL(args.request.url);
  const addresses = await listAddresses(platform.db, actor.id);
  // The default one is the first.
  const shipTo = addresses.find(({ id }) => id === searchParams.get('address')) ?? addresses[0] ?? null;
  const shown = await showCart(platform, cartRequest(args.request, { actor, address }), { country: shipTo?.country });
  const { groups, totals, country } = shown.cart;
  const total = chosenTotal(totals, searchParams.get('currency'));
  const headers = cookieHeaders(shown.cookies);
  if (!total) throw redirect('/cart', { headers });
  return data(
    {
      groups: groups.filter(({ currency }) => currency === total.currency),
      total,
      currencies: payableTotals(totals).map(({ currency }) => currency),
      key: newId(),
      addresses,
      shipTo,
      fullBook: fullBookSentence(addresses.length),
      country,
      countries: listCountries(),
    },
    { headers },
  );
}

/** Buys the cart; a form that names a listing or an accepted offer is that of its Buy button. */
export async function action(args: ActionFunctionArgs) {
  const form = await args.request.formData();
  if (form.has('listingId') || form.has('offerId')) return buyFromForm(args, form);
  const intent = form.get('intent');
  if (intent === 'address') return addAddressAtCheckout(args, form);
  return intent === 'shipping' ? chooseAtCheckout(args, form) : checkOutFromForm(args, form);
}

/** Without a network the button says so, and the page stays. */
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orNetworkFailure(() => serverAction<typeof action>());

/** Read again after a refused purchase too: the next press confirms the total of now. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod === 'POST' || defaultShouldRevalidate;

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, { title: 'Checkout', description: 'Review and pay.', path: '/checkout', noIndex: true });

export default function CheckoutPage() {
  const { groups, total, currencies, key, addresses, shipTo, country, ...rest } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<CartAnswer>();
  useLive('me', {});
  const { currency } = total;
  const here = `/checkout?${new URLSearchParams({ currency, ...(shipTo && { address: shipTo.id }) })}`;
  const hasCountry = country !== null;
  const isOfAddress = answer?.values?.country !== undefined;
  return (
    <div className="wrap">
      <Breadcrumbs trail={[{ label: 'Cart', to: '/cart' }, { label: 'Checkout' }]} />
      <h1 className="my-4">Checkout</h1>
      {!isOfAddress && (
        <ErrorSummary errors={answer?.problem?.errors} message={answer?.problem?.message} attempt={answer} />
      )}
      {currencies.length > 1 && (
        <div className="mb-5">
          <p className="mb-2">A purchase has one currency. The other cards stay in your cart.</p>
          <Segmented
            label="Currency"
            value={total.currency}
            options={currencies.map((value) => ({ value, label: value, to: `/checkout?currency=${value}` }))}
          />
        </div>
      )}
      <div className="cart">
        <div>
          <CheckoutAddress
            key={shipTo?.id}
            {...rest}
            addresses={addresses}
            address={shipTo}
            currency={currency}
            country={country?.code}
            asksPhone={groups.some(({ methods }) => methods.some(({ needsPhone }) => needsPhone))}
            answer={isOfAddress ? answer : undefined}
          />
          {groups.map((group) => (
            <CartGroup key={group.seller.id} group={group} hasCountry={hasCountry} action={here} canChange={false} />
          ))}
        </div>
        <CheckoutForm
          groups={groups}
          total={total}
          address={shipTo}
          answer={isOfAddress ? undefined : answer}
          hasCountry={hasCountry}
          idempotencyKey={key}
        />
      </div>
    </div>
  );
}
