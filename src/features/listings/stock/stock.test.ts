import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { write } from '#platform/outbox/write.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { listed, premium } from '../testing.ts';
import { holdStock, releaseStock, sellStock } from './stock.server.ts';

let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
const usd = (amount: number) => ({ amount, currency: 'USD' as const });

beforeAll(async () => {
  market = await startTestMarket();
  seller = await premium(market, await market.signUp());
  buyer = await market.signUp();
}, 60_000);
afterAll(() => market?.close());

describe('stock', () => {
  const now = () => market.clock.now();
  test('of thirty buyers at once exactly as many get a copy as there are', async () => {
    const { id, price } = await listed(market, seller, { quantity: 3 });
    const tries = await Promise.allSettled(
      Array.from({ length: 30 }, () =>
        write(market.platform, (tx) =>
          holdStock(tx, { listingId: id, quantity: 1, buyerId: buyer.id, expectedPrice: price, now: now() }),
        ),
      ),
    );
    expect(tries.filter((each) => each.status === 'fulfilled')).toHaveLength(3);
    expect(new Set(tries.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : [])))).toEqual(
      new Set(['not_available']),
    );
    const { rows } = await market.platform.pool.query(
      'select quantity_held, quantity_sold, status from listing where id = $1',
      [id],
    );
    expect(rows).toEqual([{ quantity_held: 3, quantity_sold: 0, status: 'reserved' }]);
  });

  test('refuses with the reason: another price, one’s own, too few, unknown, expired', async () => {
    const { id, price } = await listed(market, seller, { quantity: 2 });
    const hold = (extra: object) =>
      write(market.platform, (tx) =>
        holdStock(tx, { listingId: id, quantity: 1, buyerId: buyer.id, now: now(), ...extra }),
      );
    await expect(hold({ expectedPrice: usd(1) })).rejects.toMatchObject({
      status: 409,
      code: 'price_changed',
      details: { price },
    });
    await expect(hold({ buyerId: seller.id })).rejects.toMatchObject({ status: 403 });
    await expect(hold({ quantity: 3 })).rejects.toMatchObject({
      status: 409,
      code: 'not_available',
      message: 'Only 2 copies are left.',
    });
    await expect(hold({ listingId: 'nosuch' })).rejects.toMatchObject({ status: 404 });
    await expect(hold({ now: new Date(now().getTime() + 721 * 3_600_000) })).rejects.toMatchObject({
      code: 'not_available',
    });
    expect(await hold({ expectedPrice: price })).toMatchObject({
      listingId: id,
      sellerId: seller.id,
      price,
      snapshot: { name: 'Charizard', condition: 'near_mint' },
    });
    await expect(
      write(market.platform, (tx) => releaseStock(tx, { listingId: id, quantity: 2, now: now() })),
    ).rejects.toThrow(RangeError);
  });

  test('a hold refuses facts changed since the buyer saw them, and future versions; facts changed back are accepted', async () => {
    const { id, version } = await listed(market, seller, { quantity: 2 });
    const hold = (listingVersion: number) =>
      write(market.platform, (tx) =>
        holdStock(tx, { listingId: id, quantity: 1, buyerId: buyer.id, listingVersion, now: now() }),
      );
    const edit = (body: object) => market.request('PATCH', `/api/listings/${id}`, { as: seller, body });
    await edit({ condition: 'played' });
    await expect(hold(version)).rejects.toMatchObject({
      status: 409,
      code: 'listing_changed',
      details: { fields: ['condition'] },
    });
    await expect(hold(version + 2)).rejects.toMatchObject({
      status: 422,
      errors: { listingVersion: expect.any(String) },
    });
    expect(await hold(version + 1)).toMatchObject({ snapshot: { condition: 'played', seenVersion: version + 1 } });
    await edit({ condition: 'near_mint' });
    expect(await hold(version)).toMatchObject({ snapshot: { condition: 'near_mint', seenVersion: version } });
  });

  test('a hold uses the agreed price whatever the listed price; it refuses one out of bounds or in another currency', async () => {
    const { id } = await listed(market, seller, { quantity: 2 });
    const hold = (agreedPrice: ReturnType<typeof usd> | { amount: number; currency: 'EUR' }) =>
      write(market.platform, (tx) =>
        holdStock(tx, {
          listingId: id,
          quantity: 1,
          buyerId: buyer.id,
          agreedPrice,
          expectedPrice: usd(1),
          now: now(),
        }),
      );
    expect(await hold(usd(1_050))).toMatchObject({ price: usd(1_050), snapshot: { price: usd(1_299) } });
    await market.request('PATCH', `/api/listings/${id}`, { as: seller, body: { price: usd(1_500) } });
    await expect(hold({ amount: 1_050, currency: 'EUR' })).rejects.toMatchObject({
      status: 409,
      code: 'price_changed',
      details: { price: usd(1_500) },
    });
    for (const amount of [0, -1, 100_000_001, 10.5, Number.NaN])
      await expect(hold(usd(amount))).rejects.toThrow(RangeError);
    expect(await hold(usd(100_000_000))).toMatchObject({ price: usd(100_000_000) });
    await expect(hold(usd(1_050))).rejects.toMatchObject({ code: 'not_available' });
  });

  test('copies held before a pause can still be sold or given back, and the pause stays', async () => {
    const { id } = await listed(market, seller, { quantity: 3 });
    const at = { listingId: id, quantity: 1, now: now() };
    await write(market.platform, (tx) => holdStock(tx, { ...at, quantity: 2, buyerId: buyer.id }));
    expect(await market.request('PATCH', `/api/listings/${id}`, { as: seller, body: { quantity: 2 } })).toMatchObject({
      status: 422,
    });
    await market.request('POST', `/api/listings/${id}/pause`, { as: seller });
    await write(market.platform, (tx) => sellStock(tx, at));
    await write(market.platform, (tx) => releaseStock(tx, at));
    expect((await market.request('GET', `/api/listings/${id}`)).body).toMatchObject({
      status: 'paused',
      quantity: 3,
      quantityAvailable: 2,
    });
    expect((await market.request('DELETE', `/api/listings/${id}`, { as: seller })).status).toBe(204);
    expect((await market.request('GET', `/api/listings/${id}`)).status).toBe(410);
  });

  test('a hold that ends after the time of the listing leaves it expired', async () => {
    const free = await market.signUp();
    const { id } = await listed(market, free);
    await write(market.platform, (tx) => holdStock(tx, { listingId: id, quantity: 1, buyerId: buyer.id, now: now() }));
    await market.advance(49 * 3_600_000);
    expect((await market.request('GET', `/api/listings/${id}`)).body.status).toBe('reserved');
    await write(market.platform, (tx) => releaseStock(tx, { listingId: id, quantity: 1, now: now() }));
    expect((await market.request('GET', `/api/listings/${id}`)).body.status).toBe('expired');
  });
});
