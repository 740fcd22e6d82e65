import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
} from 'react-router';
import { orderDeadlines } from '#features/orders/words.ts';
import { listCountries } from '#kernel/text/country-name.ts';
import { pageScope } from '#platform/http/page.ts';
import { answerForm, cookieHeaders, text } from '#platform/http/page-form.server.ts';
import { orNetworkFailure } from '#platform/http/responses/network-failure.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note } from '#ui/page/panel.tsx';
import type { CartAnswer } from '../components/cart-answer.ts';
import { CartGroup } from '../components/cart-group.tsx';
import { CartNews } from '../components/cart-news.tsx';
import { CartSummary } from '../components/cart-summary.tsx';
import { CountryForm } from '../components/country-form.tsx';
import { GoneLines } from '../components/gone-lines.tsx';
import '../components/cart.css';
import { changeFromForm } from '../read/change-from-form.server.ts';
import { cartRequest, showCart } from '../read/visit-cart.server.ts';

/** Never cached: a visitor's answer sets the cookies of their cart again. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { platform, actor, address } = pageScope(context);
  const { cart, cookies } = await showCart(platform, cartRequest(request, { actor, address }));
  return data({ cart, countries: listCountries(), isMember: actor !== null }, { headers: cookieHeaders(cookies) });
}

/** The forms of this page, and the buttons elsewhere that add to the cart. Without script those come here. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { platform, actor, address } = pageScope(context);
  const form = await request.formData();
  const isPlain = !new URL(request.url).pathname.endsWith('.data');
  return answerForm(form, [], async () => {
    const { answer, cookies } = await changeFromForm(platform, cartRequest(request, { actor, address }), form);
    const headers = cookieHeaders(cookies);
    if (isPlain && text(form, 'intent') === 'add') throw redirect('/cart', { headers });
    return data(answer, { headers });
  });
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orNetworkFailure(() => serverAction<typeof action>());

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, { title: 'Cart', description: 'The cards in your cart.', path: '/cart', noIndex: true });

export default function CartPage() {
  const { cart, countries, isMember } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<CartAnswer>();
  const { groups, gone } = cart;
  useLive('me', isMember ? {} : null);
  const isEmpty = groups.length === 0 && gone.length === 0;
  return (
    <div className="wrap">
      <h1 className="my-4">Cart</h1>
      <CartNews answer={answer} />
      {isEmpty ? (
        <EmptyState
          title="Your cart is empty"
          action={
            <ButtonLink kind="primary" to="/browse">
              Browse listings
            </ButtonLink>
          }
        >
          Add cards from their listings. You can buy cards of several sellers in one purchase.
        </EmptyState>
      ) : (
        <>
          <Note className="mb-5">
            Cards in your cart aren’t reserved. We reserve them for {orderDeadlines.hold} when you continue to payment.
          </Note>
          <CountryForm country={cart.country} countries={countries} />
          <div className="cart">
            <div>
              {groups.map((group) => (
                <CartGroup
                  key={`${group.seller.id} ${group.currency}`}
                  group={group}
                  hasCountry={cart.country !== null}
                  action="/cart"
                />
              ))}
              <GoneLines lines={gone} />
            </div>
            <CartSummary totals={cart.totals} hasCountry={cart.country !== null} isMember={isMember} />
          </div>
        </>
      )}
    </div>
  );
}
