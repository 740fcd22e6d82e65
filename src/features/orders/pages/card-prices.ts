import type { LoaderFunctionArgs } from 'react-router';
import { getCard } from '#features/catalogue/index.server.ts';
import { pageRefusal, pageScope, requirePageActor } from '#platform/http/page.ts';
import { pricesOfCard } from '../card-prices.server.ts';
import { orderPolicy } from '../order.policy.ts';

/** For the form in which a member sets a price. */
export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, orderPolicy, 'compare prices');
  const { platform } = pageScope(args.context);
  const card = await getCard(platform.db, args.params.id ?? '').catch(pageRefusal);
  const prices = await pricesOfCard(platform, card.id, actor.id);
  return Response.json(prices, { headers: { 'cache-control': 'no-store' } });
}
