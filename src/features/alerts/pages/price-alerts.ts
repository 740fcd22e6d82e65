import { type ActionFunctionArgs, type ClientActionFunctionArgs, redirect } from 'react-router';
import { getListing } from '#features/listings/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, text } from '#platform/http/page-form.server.ts';
import { orNetworkFailure } from '#platform/http/responses/network-failure.ts';
import { priceAlertOf, takeBackPriceAlert } from '../favorites/price-alert.server.ts';
import { alertPolicy } from '../model/alert.policy.ts';
import { saveSearch } from '../saved-searches/saved-searches.server.ts';
import { priceAlertName } from '../saved-searches/search-name.server.ts';

export interface PriceAlertAnswer extends FormAnswer {
  /** Whether it is set now, and its name among the saved searches. */
  alert?: { isSet: true; name: string } | { isSet: false };
}

/** No page of its own: a price alert is one of the saved searches. */
export function loader(): never {
  throw redirect('/saved-searches');
}

/**
 * Sets or removes the price alert of a listing: a saved search for copies like it that cost less. Without script it
 * redirects to the saved searches or to the error page. With script every domain error is data for the button, so that
 * the page stays.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { platform, actor } = pageScope(context);
  const form = await request.formData();
  const listingId = text(form, 'listingId');
  const back = isId(listingId) ? `/listings/${listingId}` : '/browse';
  if (!actor || alertPolicy.may(actor, 'save') !== true)
    throw redirect(`/auth/sign-in?next=${encodeURIComponent(back)}`);
  const isPlain = !new URL(request.url).pathname.endsWith('.data');
  const set = async (): Promise<PriceAlertAnswer> => {
    const search = getListing(platform, listingId, actor.id).then(priceAlertOf);
    const { name, query } = await (isPlain ? search.catch(pageRefusal) : search);
    await saveSearch(platform, actor, { name, query }, listingId).catch((error: unknown) => {
      throw isPlain && isRefusal(error) ? redirect(`/saved-searches/new?${query}`) : error;
    });
    return { alert: { isSet: true, name: priceAlertName(name) } };
  };
  const takeBack = async (): Promise<PriceAlertAnswer> => {
    await takeBackPriceAlert(platform, actor, listingId);
    return { alert: { isSet: false } };
  };
  return answerForm(form, [], async () => {
    const answer = await (text(form, 'alert') === '1' ? set() : takeBack());
    if (isPlain) throw redirect('/saved-searches');
    return answer;
  });
}

/** Without a network the button shows the problem, and the page stays. */
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orNetworkFailure(() => serverAction<typeof action>());
