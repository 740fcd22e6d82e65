import { type ActionFunctionArgs, type ClientActionFunctionArgs, redirect } from 'react-router';
import { getListing } from '#features/listings/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { orNetworkFailure } from '#platform/http/network-failure.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, text } from '#platform/http/page-form.server.ts';
import { alertPolicy } from '../alert.policy.ts';
import { priceAlertOf } from '../price-alert.server.ts';
import { removeSameSearch, saveSearch } from '../saved-searches.server.ts';

export interface PriceAlertAnswer extends FormAnswer {
  /** Whether it is set now, and what it is called among the saved searches. */
  alert?: { isSet: boolean; name: string };
}

/** Nothing stands here: a price alert is one of the saved searches. */
export function loader(): never {
  throw redirect('/saved-searches');
}

/** The price alert of a listing's page: a saved search for copies like it that cost less, set or taken back by one press. Without script one is led to the saved searches, or to why it is none. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { platform, actor } = pageScope(context);
  const form = await request.formData();
  const id = text(form, 'listingId');
  const back = isId(id) ? `/listings/${id}` : '/browse';
  if (!actor || alertPolicy.may(actor, 'save') !== true) throw redirect(`/auth/sign-in?next=${encodeURIComponent(back)}`);
  const isPlain = !new URL(request.url).pathname.endsWith('.data');
  const { name, query } = priceAlertOf(await getListing(platform, id, actor.id).catch(pageRefusal));
  const isSet = text(form, 'alert') === '1';
  return answerForm(form, [], async (): Promise<PriceAlertAnswer> => {
    if (!isSet) await removeSameSearch(platform, actor, query);
    else
      await saveSearch(platform, actor, { name, query }, { onlyOnce: true }).catch((error: unknown) => {
        throw isPlain && isRefusal(error) ? redirect(`/saved-searches/new?${query}`) : error;
      });
    if (isPlain) throw redirect('/saved-searches');
    return { alert: { isSet, name } };
  });
}

/** Without a network the button says so, and the listing stays. */
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => orNetworkFailure(() => serverAction<typeof action>());
