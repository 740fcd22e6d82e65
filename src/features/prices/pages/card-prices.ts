import type { LoaderFunctionArgs } from 'react-router';
import { getCard } from '#features/catalogue/index.server.ts';
import { pageRefusal, pageScope, requirePageActor } from '#platform/http/page.ts';
import { cardPricesQuery } from '../contract.ts';
import { comparePrices } from '../market-price/compare-prices.server.ts';
import { pricePolicy } from '../price.policy.ts';

/** For the form in which a member sets a price. */
export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, pricePolicy, 'compare');
  const { platform } = pageScope(args.context);
  const card = await getCard(platform.db, args.params.id ?? '').catch(pageRefusal);
  // A partly filled form is queried as it is.
  const query = cardPricesQuery.safeParse(Object.fromEntries(new URL(args.request.url).searchParams));
  const { condition, finish, language } = query.success ? query.data : {};
  const prices = await comparePrices(platform, actor, card.id, { condition, finish, language });
  return Response.json(prices, { headers: { 'cache-control': 'no-store' } });
}
