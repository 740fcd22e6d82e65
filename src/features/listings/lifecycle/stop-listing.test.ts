import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buyPlaced, passTime, pay, putUpForSale } from '#features/orders/testing.ts';
import { auditListings } from '#testing/audits/listing-audit.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
let operator: TestMember;
let seller: TestMember;
let buyer: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  [operator, seller, buyer] = await Promise.all([
    market.signUp('Keeper_1'),
    market.signUp('Sells_1'),
    market.signUp('Buys_1'),
  ]);
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [operator.id]);
});
afterEach(async () => expect(await auditListings(market.platform.pool)).toEqual([]));
afterAll(() => market?.close());

const stop = (
  id: string,
  body: unknown = { why: 'reported', reason: 'Two buyers doubt it.' },
  as: TestMember = operator,
) => market.request('POST', `/api/admin/listings/${id}/hide`, { as, body });
const release = (id: string, as: TestMember = operator) =>
  market.request('DELETE', `/api/admin/listings/${id}/hide`, { as });
const seen = async (id: string, as?: TestMember) =>
  (await market.request('GET', `/api/listings/${id}`, as ? { as } : {})).body;
const historyOf = async (id: string, as: TestMember = seller) =>
  market.request('GET', `/api/listings/${id}/history`, { as });

test('[RO-05] an admin pauses a listing: it is neither visible nor for sale, its seller reads why and can only delete it, and the audit log records it', async () => {
  const id = await putUpForSale(market, seller);
  expect((await stop(id)).body).toMatchObject({
    status: 'paused',
    pausedBy: 'operator',
    may: ['resume'],
    sellerName: 'Sells_1',
  });
  for (const as of [undefined, buyer])
    expect(await seen(id, as)).toMatchObject({
      status: 404,
      message: 'We couldn’t find this listing. It may have been deleted.',
    });
  expect(await seen(id, seller)).toMatchObject({ status: 'paused', pausedBy: 'operator', moves: ['remove'] });
  expect((await market.request('POST', '/api/orders', { as: buyer, body: { listingId: id } })).body.code).toBe(
    'not_available',
  );
  for (const verb of ['resume', 'renew', 'publish'])
    expect((await market.request('POST', `/api/listings/${id}/${verb}`, { as: seller })).body).toMatchObject({
      code: 'wrong_state',
      message: expect.stringContaining('We paused this listing.'),
    });
  const { items } = (await historyOf(id)).body;
  expect(items).toMatchObject([
    {
      verb: 'pause',
      by: 'operator',
      from: 'active',
      to: 'paused_by_operator',
      why: 'reported',
      note: 'Two buyers doubt it.',
      orderId: null,
    },
    { verb: 'create', by: 'seller', from: null, to: 'active', why: 'listed', note: null },
  ]);
  expect(JSON.stringify(items)).not.toContain(operator.id);
  expect((await release(id)).body).toMatchObject({
    status: 'active',
    pausedBy: null,
    may: ['pause'],
    history: [{ actorName: 'Keeper_1' }, {}, {}],
  });
  const { rows } = await market.platform.pool.query(
    'select by, act, data from audit_log where subject = $1 order by at, id',
    [id],
  );
  expect(rows).toEqual([
    {
      by: operator.id,
      act: 'listing.paused',
      data: { seller: seller.id, why: 'reported', reason: 'Two buyers doubt it.' },
    },
    { by: operator.id, act: 'listing.released', data: { seller: seller.id } },
  ]);
  expect(
    (await market.request('GET', '/api/admin/audit?act=listing.paused', { as: operator })).body.items,
  ).toMatchObject([{ subject: id }]);
});

test('a buyer who is paying may finish, and the copy is sold out of the pause, with its order in the history', async () => {
  const id = await putUpForSale(market, seller);
  const { order, checkoutUrl } = await buyPlaced(market, buyer, id);
  await stop(id);
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  expect(await seen(id)).toMatchObject({ status: 'sold' });
  expect((await historyOf(id)).body.items).toMatchObject([
    { verb: 'sell', from: 'paused_by_operator', to: 'sold', by: 'orders', orderId: order.id },
    { verb: 'pause', from: 'reserved' },
    { verb: 'hold', from: 'active', to: 'reserved', why: 'last_copy_held', orderId: order.id },
    { verb: 'create' },
  ]);
});

test('only admins may, with a reason, and only where the process has the edge', async () => {
  const id = await putUpForSale(market, seller);
  expect((await stop(id, undefined, seller)).status).toBe(403);
  expect((await release(id, buyer)).status).toBe(403);
  expect((await market.request('GET', `/api/admin/listings/${id}`)).status).toBe(401);
  expect((await historyOf(id, buyer)).status).toBe(403);
  expect((await market.request('GET', `/api/listings/${id}/history`)).status).toBe(401);
  expect((await stop(id, { why: 'bored', reason: 'x' })).body).toMatchObject({
    code: 'invalid',
    errors: { why: expect.any(String), reason: expect.any(String) },
  });
  expect((await release(id)).body).toMatchObject({ code: 'wrong_state', listingStatus: 'active' });
  expect((await stop('nosuch')).status).toBe(404);
  await market.request('DELETE', `/api/listings/${id}`, { as: seller });
  expect((await stop(id)).body).toMatchObject({ code: 'wrong_state' });
});
