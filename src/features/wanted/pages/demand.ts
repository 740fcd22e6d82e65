import type { LoaderFunctionArgs } from 'react-router';
import { getCard } from '#features/catalogue/index.server.ts';
import { finishes } from '#features/catalogue/words.ts';
import { conditions, languages } from '#features/listings/contract.ts';
import { currencies, money } from '#kernel/numbers/money.ts';
import { pageRefusal, pageScope, requirePageActor } from '#platform/http/page.ts';
import { countWanting } from '../match/meeting.queries.server.ts';
import { wantPolicy } from '../model/want.policy.ts';

/**
 * How many members want a copy such as the one in the form: a number without names. A field without a value yet counts
 * as any.
 */
export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, wantPolicy, 'count');
  const { platform } = pageScope(args.context);
  const {
    id: cardId,
    game,
    name,
    setName,
    setCode,
    number,
  } = await getCard(platform.db, args.params.id ?? '').catch(pageRefusal);
  const query = new URL(args.request.url).searchParams;
  const oneOf = <T extends string>(key: string, known: readonly T[], otherwise: T) =>
    known.find((one) => one === query.get(key)) ?? otherwise;
  const amountOf = (key: string) => (/^\d{1,9}$/.test(query.get(key) ?? '') ? Number(query.get(key)) : 0);
  const currency = oneOf('currency', currencies, 'USD');
  const count = await countWanting(
    platform.db,
    {
      sellerId: actor.id,
      cardId,
      game,
      name,
      setName,
      setCode,
      number,
      condition: oneOf('condition', conditions, 'unknown'),
      language: oneOf('language', languages, 'en'),
      finish: finishes.find((one) => one === query.get('finish')) ?? null,
      price: money(amountOf('price'), currency),
      postage: money(amountOf('post'), currency),
    },
    platform.clock.now(),
  );
  return Response.json({ count }, { headers: { 'cache-control': 'no-store' } });
}
