import { type ActionFunctionArgs, redirect, redirectDocument } from 'react-router';
import { unverifiedCode, verifyFor, verifyToBuy } from '#features/auth/words.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { pageScope } from '#platform/http/page.ts';
import { answerForm, pageClient, parseInput, text } from '#platform/http/page-form.server.ts';
import { placeOrderSchema } from '../contract.ts';
import { buyRefusalCode } from '../model/buy-refusals.ts';
import { orderPolicy } from '../model/order.policy.ts';
import { placeOrder } from '../purchase/place-order.server.ts';
import { postAmountField } from './post-amount.ts';

/**
 * The form of a Buy button, of a listing's page or an accepted offer: holds the copies and redirects to the hosted page.
 * A refusal returns to the button; without script, as a code in the URL of the listing's page, with the version that was
 * shown, so that the page can say what has changed since.
 */
export async function buyFromForm(
  { context, request }: Pick<ActionFunctionArgs, 'context' | 'request'>,
  form: FormData,
) {
  const { platform, actor } = pageScope(context);
  const said = (name: string) => text(form, name) || undefined;
  const number = (name: string) => (said(name) === undefined ? undefined : Number(said(name)));
  const isAgreed = said('offerId') !== undefined;
  const address = isAgreed ? '/offers?side=sent' : `/listings/${encodeURIComponent(said('listingId') ?? '')}`;
  if (!actor || orderPolicy.may(actor, 'place') !== true)
    throw redirect(`/auth/sign-in?next=${encodeURIComponent(address)}`);
  const isPlain = !new URL(request.url).pathname.endsWith('.data');
  const placed = async () => {
    const expectedAmount = number('expectedAmount');
    const postAmount = number(postAmountField(said('shipping') ?? ''));
    const input = parseInput(placeOrderSchema, {
      listingId: said('listingId'),
      offerId: said('offerId'),
      quantity: number('quantity'),
      shipping: said('shipping'),
      listingVersion: number('listingVersion'),
      shippingVersion: number('shippingVersion'),
      addressId: said('addressId'),
      country: said('country'),
      ...(postAmount === undefined
        ? {}
        : { expectedShipping: { amount: postAmount, currency: said('expectedCurrency') } }),
      ...(expectedAmount === undefined
        ? {}
        : { expectedPrice: { amount: expectedAmount, currency: said('expectedCurrency') } }),
    });
    return placeOrder(platform, actor, input, pageClient({ context, request }));
  };
  return answerForm(form, [], async () => {
    const { checkoutUrl } = await placed().catch((error: unknown) => {
      if (isRefusal(error) && error.code === unverifiedCode)
        throw redirect(isAgreed ? verifyFor(address) : verifyToBuy(said('listingId') ?? ''));
      if (!isPlain || !isRefusal(error)) throw error;
      const seen = new URLSearchParams({ refused: buyRefusalCode(error), seen: said('listingVersion') ?? '' });
      throw redirect(`${address}${isAgreed ? '&' : '?'}${seen}`);
    });
    // Another document, often on another host: the router must not look for it among our pages.
    throw redirectDocument(checkoutUrl);
  });
}
