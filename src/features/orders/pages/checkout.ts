import { type ActionFunctionArgs, type ClientActionFunctionArgs, redirect, redirectDocument } from 'react-router';
import { invalid } from '#kernel/refusal.ts';
import { fieldErrors } from '#platform/http/api.ts';
import { orNetworkFailure } from '#platform/http/network-failure.ts';
import { pageScope, refusalResult } from '#platform/http/page.ts';
import { placeOrderSchema } from '../contract.ts';
import { placeOrder } from '../place-order.server.ts';

/** The Buy button of a listing's page: holds the copies and goes on to the hosted page. What is refused comes back to the button. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { platform, actor } = pageScope(context);
  const form = await request.formData();
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const listingId = text('listingId');
  if (!actor) throw redirect(`/auth/sign-in?next=${encodeURIComponent(`/listings/${encodeURIComponent(listingId ?? '')}`)}`);
  try {
    const expectedAmount = text('expectedAmount');
    const parsed = placeOrderSchema.safeParse({
      listingId,
      quantity: Number(text('quantity') ?? 1),
      shipping: text('shipping'),
      ...(expectedAmount === undefined ? {} : { expectedPrice: { amount: Number(expectedAmount), currency: text('expectedCurrency') } }),
    });
    if (!parsed.success) throw invalid(fieldErrors(parsed.error.issues));
    const { checkoutUrl } = await placeOrder(platform, actor, parsed.data);
    // Another document, often on another host: the router must not look for it among our pages.
    throw redirectDocument(checkoutUrl);
  } catch (error) {
    return refusalResult(error);
  }
}

/** Without a network the button says so, and the listing stays. */
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => orNetworkFailure(() => serverAction<typeof action>());

/** Nothing to see at this address: what was bought is among the orders. */
export function loader(): never {
  throw redirect('/orders');
}
