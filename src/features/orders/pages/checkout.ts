import { type ActionFunctionArgs, type ClientActionFunctionArgs, redirect, redirectDocument } from 'react-router';
import { orNetworkFailure } from '#platform/http/network-failure.ts';
import { pageScope } from '#platform/http/page.ts';
import { answerForm, parseInput, text } from '#platform/http/page-form.server.ts';
import { placeOrderSchema } from '../contract.ts';
import { orderPolicy } from '../order.policy.ts';
import { placeOrder } from '../place-order.server.ts';

/** The Buy button of a listing's page: holds the copies and goes on to the hosted page. What is refused comes back to the button. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { platform, actor } = pageScope(context);
  const form = await request.formData();
  const said = (name: string) => text(form, name) || undefined;
  const listingId = said('listingId');
  if (!actor || orderPolicy.may(actor, 'place') !== true)
    throw redirect(`/auth/sign-in?next=${encodeURIComponent(`/listings/${encodeURIComponent(listingId ?? '')}`)}`);
  return answerForm(form, [], async () => {
    const expectedAmount = said('expectedAmount');
    const input = parseInput(placeOrderSchema, {
      listingId,
      quantity: Number(said('quantity') ?? 1),
      shipping: said('shipping'),
      ...(expectedAmount === undefined ? {} : { expectedPrice: { amount: Number(expectedAmount), currency: said('expectedCurrency') } }),
    });
    const { checkoutUrl } = await placeOrder(platform, actor, input);
    // Another document, often on another host: the router must not look for it among our pages.
    throw redirectDocument(checkoutUrl);
  });
}

/** Without a network the button says so, and the listing stays. */
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => orNetworkFailure(() => serverAction<typeof action>());

/** Nothing to see at this address: what was bought is among the orders. */
export function loader(): never {
  throw redirect('/orders');
}
