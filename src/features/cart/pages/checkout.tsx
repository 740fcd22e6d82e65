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
import { buyFromForm, orderPolicy } from '#features/orders/index.server.ts';
import { newId } from '#kernel/ids.ts';
import { pageScope, requirePageActor } from '#platform/http/page.ts';
import { cookieHeaders } from '#platform/http/page-form.server.ts';
import { orNetworkFailure } from '#platform/http/responses/network-failure.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { Segmented } from '#ui/form/segmented.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { checkOutFromForm } from '../checkout/checkout-form.server.ts';
import type { CartAnswer } from '../components/cart-answer.ts';
import { CartGroup } from '../components/cart-group.tsx';
import { CheckoutForm } from '../components/checkout-form.tsx';
import '../components/cart.css';
import { chosenTotal, payableTotals } from '../model/payable-totals.rules.ts';
import { showCart } from '../read/visit-cart.server.ts';

/** What the cart costs in one currency, before it is reserved and paid. */
export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, orderPolicy, 'place');
  const { platform, address } = pageScope(args.context);
  const cookies = args.request.headers.get('cookie');
  const shown = await showCart(platform, { actor, address, cookies });
  const { groups, totals } = shown.cart;
  const asked = new URL(args.request.url).searchParams.get('currency');
  const total = chosenTotal(totals, asked);
  const headers = cookieHeaders(shown.cookies);
  if (!total) throw redirect('/cart', { headers });
  return data(
    {
      groups: groups.filter(({ currency }) => currency === total.currency),
      total,
      currencies: payableTotals(totals).map(({ currency }) => currency),
      key: newId(),
    },
    { headers },
  );
}

/** Buys the cart; a form that names a listing or an accepted offer is that of its Buy button. */
export async function action(args: ActionFunctionArgs) {
  const form = await args.request.formData();
  return form.has('listingId') || form.has('offerId') ? buyFromForm(args, form) : checkOutFromForm(args, form);
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
  const { groups, total, currencies, key } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<CartAnswer>();
  useLive('me', {});
  return (
    <div className="wrap">
      <Breadcrumbs trail={[{ label: 'Cart', to: '/cart' }, { label: 'Checkout' }]} />
      <h1 className="my-4">Checkout</h1>
      <ErrorSummary errors={answer?.problem?.errors} message={answer?.problem?.message} attempt={answer} />
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
          {groups.map((group) => (
            <CartGroup key={group.seller.id} group={group} canChange={false} />
          ))}
        </div>
        <CheckoutForm groups={groups} total={total} idempotencyKey={key} />
      </div>
    </div>
  );
}
