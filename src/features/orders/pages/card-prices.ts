import type { LoaderFunctionArgs } from 'react-router';
import { pageScope, requirePageActor } from '#platform/http/page.ts';
import { pricesOfCard } from '../card-prices.server.ts';
import { orderPolicy } from '../order.policy.ts';

/** For the form in which a member sets a price. */
export async function loader(args: LoaderFunctionArgs) {
  requirePageActor(args, orderPolicy, 'compare prices');
  const prices = await pricesOfCard(pageScope(args.context).platform, args.params.id ?? '');
  return Response.json(prices, { headers: { 'cache-control': 'no-store' } });
}
