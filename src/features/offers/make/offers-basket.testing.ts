import { expect } from 'vitest';
import { putUpForSale } from '#features/orders/testing.ts';
import type { TestMember } from '#testing/server.ts';
import { type Bargain, bargain, usd } from '../offers.testing.ts';

/** The same for one amount for several listings of the seller. */
export function basketBargain(set: (made: Bargain) => void) {
  let at: Bargain;
  const ways = bargain((made) => {
    at = made;
    set(made);
  });
  const forSale = (price = 1_000, extra = {}) => putUpForSale(at.market, at.seller, { price, ...extra });
  const basket = (ids: string[], amount: number, extra = {}, as = at.buyer) =>
    at.market.request('POST', '/api/offers/basket', {
      as,
      body: { sellerId: at.seller.id, lines: ids.map((listingId) => ({ listingId })), amount: usd(amount), ...extra },
    });
  return {
    read: ways.read,
    waiting: ways.waiting,
    edit: ways.edit,
    act: (as: TestMember, verb: string, id: string, body: unknown = {}) => ways.act(as, verb, id, body),
    forSale,
    several: (...prices: number[]) => Promise.all(prices.map((price) => forSale(price))),
    basket,
    list: async (as: TestMember, query: string) =>
      (await at.market.request('GET', `/api/offers?${query}`, { as })).body.items,
    held: async (ids: string[]) => {
      const text = 'select quantity_held as held from listing where id = any($1) order by array_position($1, id)';
      return (await at.market.platform.pool.query(text, [ids])).rows.map((row) => row.held);
    },
    made: async (ids: string[], amount: number, extra = {}) => {
      const answer = await basket(ids, amount, extra);
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return answer.body;
    },
    order: (offerId: string, extra = {}) =>
      at.market.request('POST', '/api/orders', { as: at.buyer, body: { offerId, ...extra } }),
  };
}
