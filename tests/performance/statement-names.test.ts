import { afterAll, beforeAll, expect, test } from 'vitest';
import { createListings } from '#features/listings/index.server.ts';
import { makePremium } from '#features/orders/testing.ts';
import { write } from '#platform/outbox/write.ts';
import { actorOf } from '#testing/actor.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

/** Forms and the API share the connections to the database, and so the names of prepared statements. */
let market: TestMarket;
let seller: TestMember;
beforeAll(async () => {
  market = await startTestMarket({ pages: true, env: { DATABASE_POOL: '2' } });
  seller = await market.signUp('mara_sells');
  await makePremium(market, seller);
}, 180_000);
afterAll(() => market?.close());

const usd = (amount: number) => ({ amount, currency: 'USD' as const });
const form = (path: string, fields: Record<string, string>, { cookie }: TestMember) =>
  market.request<string>('POST', path, {
    body: new URLSearchParams(fields).toString(),
    headers: { cookie, origin: market.url, 'content-type': 'application/x-www-form-urlencoded' },
  });

test('what a file lists and what a form writes are named alike: an offer by a form is made, answered by its seller’s rule, after an import in the same process', async () => {
  const filled = {
    game: 'pokemon',
    name: 'Vulpix',
    condition: 'good',
    price: '3.00',
    currency: 'USD',
    quantity: '1',
    isFree: 'on',
    save: 'publish',
  };
  expect((await form('/listings/create', filled, seller)).status).toBe(302);
  const card = {
    game: 'pokemon',
    name: 'Card',
    condition: 'near_mint',
    price: usd(1_000),
    status: 'active',
    autoDecline: usd(700),
  } as const;
  // On each of the two lines.
  const made = await Promise.all(
    [0, 1].map(() =>
      write(market.platform, (tx) => createListings(market.platform, tx, actorOf(seller), [card, card] as never)),
    ),
  );
  const ids = made.flat().flatMap((one) => ('id' in one ? [one.id as string] : []));
  expect(ids).toHaveLength(4);
  const buyer = await market.signUp('ben_buys');
  for (const id of ids.slice(0, 3))
    expect((await form(`/listings/${id}/offer`, { amount: '5.00', message: '' }, buyer)).status).toBe(302);
}, 120_000);
