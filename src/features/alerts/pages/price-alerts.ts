import { type ActionFunctionArgs, type ClientActionFunctionArgs, redirect } from 'react-router';
import { isId } from '#kernel/ids.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, text } from '#platform/http/page-form.server.ts';
import { orNetworkFailure } from '#platform/http/responses/network-failure.ts';
import { setPriceAlert, takeBackPriceAlert } from '../favorites/price-alert.server.ts';
import { alertPolicy } from '../model/alert.policy.ts';

export interface PriceAlertAnswer extends FormAnswer {
  /** Whether it is set now, and its target. */
  alert?: { isSet: true; target: string } | { isSet: false };
}

const list = '/saved-searches#price-alerts';

/** No page of its own: price alerts are listed beside the saved searches. */
export function loader(): never {
  throw redirect(list);
}

/**
 * Sets, changes or removes the price alert of a listing: a saved search for copies like it that cost less than a
 * target. Without script it redirects to the list of price alerts or to the error page. With script every domain error
 * is data for the form, so that the page stays.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { platform, actor } = pageScope(context);
  const form = await request.formData();
  const listingId = text(form, 'listingId');
  const back = isId(listingId) ? `/listings/${listingId}` : '/browse';
  if (!actor || alertPolicy.may(actor, 'save') !== true)
    throw redirect(`/auth/sign-in?next=${encodeURIComponent(back)}`);
  const isPlain = !new URL(request.url).pathname.endsWith('.data');
  const press = async (): Promise<PriceAlertAnswer> => {
    if (text(form, 'alert') === '1') {
      const { price } = await setPriceAlert(platform, actor, listingId, text(form, 'target'));
      return { alert: { isSet: true, target: formatMoney(price) } };
    }
    await takeBackPriceAlert(platform, actor, listingId);
    return { alert: { isSet: false } };
  };
  return answerForm(form, [], async () => {
    const answer = await (isPlain ? press().catch(pageRefusal) : press());
    if (isPlain) throw redirect(list);
    return answer;
  });
}

/** Without a network the button shows the problem, and the page stays. */
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orNetworkFailure(() => serverAction<typeof action>());
