import type { LoaderFunctionArgs } from 'react-router';
import { getCard } from '#features/catalogue/index.server.ts';
import { finishes } from '#features/catalogue/words.ts';
import { conditions, languages } from '#features/listings/contract.ts';
import { currencies, money } from '#kernel/numbers/money.ts';
import { pageRefusal, pageScope, requirePageActor } from '#platform/http/page.ts';
import { countWanting } from '../match/meeting.queries.server.ts';
import { wantPolicy } from '../model/want.policy.ts';

/**
 * How many members look for a copy such as is being listed: a number, and nobody's name. What is not said of it yet
 * counts as any.
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
  const asked = new URL(args.request.url).searchParams;
  const oneOf = <T extends string>(key: string, known: readonly T[], otherwise: T) =>
    known.find((one) => one === asked.get(key)) ?? otherwise;
  const amountOf = (key: string) => (/^\d{1,9}$/.test(asked.get(key) ?? '') ? Number(asked.get(key)) : 0);
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
      finish: finishes.find((one) => one === asked.get('finish')) ?? null,
      price: money(amountOf('price'), currency),
      postage: money(amountOf('post'), currency),
    },
    platform.clock.now(),
  );
  return Response.json({ count }, { headers: { 'cache-control': 'no-store' } });
}
