import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { auditOrders, makePremium, passTime, putUpForSale } from '#features/orders/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

export interface Bargain {
  market: TestMarket;
  seller: TestMember;
  buyer: TestMember;
  others: TestMember[];
}

export const usd = (amount: number) => ({ amount, currency: 'USD' });

/**
 * A test app with a seller, a buyer and some others, passed to `set`; after each test no offer is open and the books
 * agree.
 */
export function bargain(set: (made: Bargain) => void) {
  let at: Bargain;
  beforeAll(async () => {
    const market = await startTestMarket();
    const [seller, buyer] = await Promise.all([market.signUp('mara_sells'), market.signUp('ben_bids')]);
    const others = await Promise.all(Array.from({ length: 6 }, (_, n) => market.signUp(`other_${n}`)));
    await makePremium(market, seller);
    at = { market, seller, buyer, others };
    set(at);
  }, 120_000);
  afterEach(async () => {
    await passTime(at.market);
    expect(await auditOrders(at.market.platform.pool)).toEqual([]);
  });
  afterAll(() => at?.market.close());

  const offer = (listingId: string, amount: unknown, as = at.buyer, extra = {}) =>
    at.market.request('POST', `/api/listings/${listingId}/offers`, { as, body: { amount, ...extra } });
  const act = (as: TestMember | null, verb: string, id: string, body?: unknown) =>
    at.market.request('POST', `/api/offers/${id}/${verb}`, {
      ...(as ? { as } : {}),
      ...(body === undefined ? {} : { body }),
    });
  async function offered(listingId: string, amount = 800, as = at.buyer): Promise<{ id: string }> {
    const answer = await offer(listingId, usd(amount), as);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  }
  return {
    offer,
    act,
    offered,
    forSale: (extra = {}) => putUpForSale(at.market, at.seller, { price: 1_000, ...extra }),
    read: async (id: string, as = at.buyer) => (await at.market.request('GET', `/api/offers/${id}`, { as })).body,
    listingOf: async (id: string) =>
      (await at.market.platform.pool.query('select status, quantity_held as held from listing where id = $1', [id]))
        .rows[0],
    waiting: async (as: TestMember) => (await at.market.request('GET', '/api/counters', { as })).body.offers,
    edit: async (listingId: string, body: unknown) => {
      const answer = await at.market.request('PATCH', `/api/listings/${listingId}`, { as: at.seller, body });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    },
    accepted: async (listingId: string, amount = 800): Promise<string> => {
      const { id } = await offered(listingId, amount);
      expect((await act(at.seller, 'accept', id)).status).toBe(200);
      return id;
    },
  };
}
