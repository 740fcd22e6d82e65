import { afterAll, beforeAll, expect, test } from 'vitest';
import { limitMember } from '#features/auth/index.server.ts';
import { putUpForSale } from '#features/orders/testing.ts';
import { addMs, dayMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { accessOf, operations, requestOf } from '../operations/operations.testing.ts';
import { makeWorld, type World } from '../operations/world.testing.ts';

let market: TestMarket;
let world: World;
beforeAll(async () => {
  market = await startTestMarket();
  world = await makeWorld(market);
}, 90_000);
afterAll(() => market?.close());

/**
 * What shows something new to others. Everything else of a limited member goes on: what runs, what is theirs alone, and
 * what takes something away.
 */
const refused = [
  'POST /api/listings',
  'POST /api/listings/unfinished',
  'POST /api/listings/{id}/publish',
  'POST /api/listings/{id}/resume',
  'POST /api/listings/{id}/renew',
  'POST /api/wanted',
  'POST /api/wanted/{id}/respond',
  'POST /api/listings/{id}/offers',
  'POST /api/offers/basket',
  'POST /api/listings/{id}/offers/watchers',
  'POST /api/offers/{id}/counter',
  'POST /api/threads',
  'POST /api/orders/{id}/review',
  'POST /api/reviews/{id}/reply',
];

test('a limited member is refused every call that shows something new to others, and no other', {
  timeout: 120_000,
}, async () => {
  const { victim, stranger } = world;
  // Members cannot answer or buy their own things: these name a stranger's.
  const { body: want } = await market.request('POST', '/api/wanted', {
    as: stranger,
    body: { title: 'A Mew', game: 'pokemon' },
  });
  const lines = [await putUpForSale(market, stranger), await putUpForSale(market, stranger)].map((listingId) => ({
    listingId,
  }));
  const elsewhere: Record<string, { path?: string; body?: unknown }> = {
    'POST /api/wanted/{id}/respond': { path: `/api/wanted/${want.id}/respond` },
    'POST /api/offers/basket': { body: { sellerId: stranger.id, lines, amount: { amount: 2_000, currency: 'USD' } } },
  };
  await limitMember(market.platform, {
    userId: victim.id,
    by: world.admin.id,
    until: addMs(market.clock.now(), 3 * dayMs),
    reason: 'A test.',
  });
  const limited: string[] = [];
  for (const name of Object.keys(operations).filter(
    (one) => !one.startsWith('GET ') && ['own', 'owner'].includes(accessOf(one) ?? ''),
  )) {
    // What ends the session or the account leaves nothing to ask with.
    if (/\/auth\/|\/users\//.test(name)) continue;
    await market.platform.pool.query('delete from limit_counter');
    const { method, path, body } = { ...requestOf(name, world, victim), ...elsewhere[name] };
    const answer = await market.request(method, path, { ...(body === undefined ? {} : { body }), as: victim });
    if (answer.body?.code === 'limited') limited.push(name);
  }
  expect(limited.sort()).toEqual([...refused].sort());
});
