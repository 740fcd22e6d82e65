import { expect, test } from 'vitest';
import { restoreMember, suspendMember } from '#features/auth/index.server.ts';
import { buyPlaced, passTime, pay, settleWants } from '#features/orders/testing.ts';
import type { TestMember } from '#testing/server.ts';
import { usd, wantedMarket } from '../wanted.testing.ts';

const { at, list, matches, ofCard, read, want } = wantedMarket();

test('[EN-10] what the owner buys is taken off, once an order, and the last copy fills it', async () => {
  const fay = await at.market.signUp('match_buyer');
  const id = await want(fay, { ...ofCard('base1-4'), quantity: 2, highestPrice: usd(100) });
  const any = await want(fay, { ...ofCard('base1-4'), anyPrinting: true });
  const buyOne = async () => {
    const { id: listingId } = await list('base1-4');
    const { order, checkoutUrl } = await buyPlaced(at.market, fay, listingId);
    await pay(checkoutUrl);
    await passTime(at.market);
    return order.id;
  };
  const first = await buyOne();
  expect([await read(id), await read(any)]).toMatchObject([
    { quantity: 1, status: 'open' },
    { quantity: 1, status: 'open' },
  ]);
  await settleWants(at.market.platform, first);
  expect(await read(id)).toMatchObject({ quantity: 1 });
  await Promise.all([buyOne(), buyOne()]);
  expect([await read(id), await read(any)]).toMatchObject([
    { quantity: 0, status: 'filled' },
    { quantity: 0, status: 'filled' },
  ]);
});

test('[EN-10] a bought and cancelled copy is wanted again, once, and a late payment event takes nothing off', async () => {
  const pia = await at.market.signUp('match_refunded');
  const id = await want(pia, { ...ofCard('base1-4'), highestPrice: usd(5_000) });
  const byHand = await want(pia, { ...ofCard('lea-161'), quantity: 2 });
  const buyOne = async (external: string) => {
    const { order, checkoutUrl } = await buyPlaced(at.market, pia, (await list(external)).id);
    await pay(checkoutUrl);
    await passTime(at.market);
    return order.id as string;
  };
  const bought = [await buyOne('base1-4'), await buyOne('lea-161')];
  expect([await read(id), await read(byHand)]).toMatchObject([
    { quantity: 0, status: 'filled' },
    { quantity: 1, status: 'open' },
  ]);
  await at.market.request('PATCH', `/api/wanted/${byHand}`, { as: pia, body: { status: 'filled' } });
  for (const order of bought) {
    expect((await at.market.request('POST', `/api/orders/${order}/cancel`, { as: at.ben, body: {} })).status).toBe(200);
    await passTime(at.market);
    for (const _ of 'ab') await settleWants(at.market.platform, order);
  }
  expect([await read(id), await read(byHand)]).toMatchObject([
    { quantity: 1, status: 'open' },
    { quantity: 2, status: 'filled' },
  ]);
  // Open again, it meets new listings.
  const { id: next } = await list('base1-4');
  expect(await matches(id)).toContain(next);
});

test('[EN-10] a wanted post is hidden while its owner is suspended, and shown again afterwards, with its matches', async () => {
  const market = at.market;
  const owner = await market.signUp('match_restored');
  const id = await want(owner, ofCard('base1-4'));
  await market.runJobs();
  const seen = async () => (await market.request('GET', `/api/wanted/${id}`)).status;
  const found = async () => JSON.stringify((await market.request('GET', '/api/wanted?limit=100')).body).includes(id);
  expect([await seen(), await found()]).toEqual([200, true]);
  await suspendMember(market.platform, { userId: owner.id, by: 'command line', reason: 'A test.' });
  await market.runJobs();
  expect([await seen(), await found()]).toEqual([404, false]);
  const { id: listed } = await list('base1-4');
  await restoreMember(market.platform, { userId: owner.id, by: 'command line' });
  await market.runJobs();
  expect([await seen(), await found()]).toEqual([200, true]);
  expect((await market.platform.pool.query('select status from want where id = $1', [id])).rows).toEqual([
    { status: 'open' },
  ]);
  expect(await matches(id)).toContain(listed);
});

test('[EN-10] a want that is given back opens even if its owner is suspended, expires where its time is over, and stays within the limit of copies', async () => {
  const [rex, uma] = [await at.market.signUp('match_suspended'), await at.market.signUp('match_many')];
  const [ofRex, ofUma] = [await want(rex, ofCard('base1-4')), await want(uma, { ...ofCard('lea-161'), quantity: 2 })];
  const order = async (by: TestMember, external: string) => {
    const placed = await buyPlaced(at.market, by, (await list(external)).id);
    await pay(placed.checkoutUrl);
    await passTime(at.market);
    return placed.order.id as string;
  };
  const [rexs, umas] = [await order(rex, 'base1-4'), await order(uma, 'lea-161')];
  await at.market.request('PATCH', `/api/wanted/${ofUma}`, { as: uma, body: { quantity: 999 } });
  await suspendMember(at.market.platform, { userId: rex.id, by: 'command line', reason: 'A test.' });
  await at.market.runJobs();
  for (const id of [rexs, umas])
    expect((await at.market.request('POST', `/api/orders/${id}/cancel`, { as: at.ben, body: {} })).status).toBe(200);
  await passTime(at.market);
  const stored = async (id: string) =>
    (await at.market.platform.pool.query('select status, quantity from want where id = $1', [id])).rows[0];
  expect([await stored(ofRex), await stored(ofUma)]).toEqual([
    { status: 'open', quantity: 1 },
    { status: 'open', quantity: 999 },
  ]);
});
