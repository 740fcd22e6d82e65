import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { buyPlaced, makePremium, passTime, pay, putUpForSale } from '#features/orders/testing.ts';
import { auditRatings } from '#testing/audits/rating-audit.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

/** A test app whose members review each other, with helpers of its tests. */
export function reviewedMarket() {
  const at = {} as { market: TestMarket };
  beforeAll(async () => {
    at.market = await startTestMarket({ pages: true });
  }, 60_000);
  afterEach(async () => expect(await auditRatings(at.market.platform)).toEqual([]));
  afterAll(() => at.market?.close());

  const person = async () => {
    const member = await at.market.signUp();
    await makePremium(at.market, member);
    return member;
  };
  /** A purchase that has come so far. */
  async function bought(
    seller: TestMember,
    buyer: TestMember,
    until: 'paid' | 'delivered' = 'delivered',
  ): Promise<string> {
    const { order, checkoutUrl } = await buyPlaced(at.market, buyer, await putUpForSale(at.market, seller));
    expect((await pay(checkoutUrl)).status).toBe(200);
    await passTime(at.market);
    if (until === 'delivered') {
      expect(
        (await at.market.request('POST', `/api/orders/${order.id}/ship`, { as: seller, body: { carrier: 'Post' } }))
          .status,
      ).toBe(200);
      expect((await at.market.request('POST', `/api/orders/${order.id}/deliver`, { as: buyer, body: {} })).status).toBe(
        200,
      );
    }
    return order.id;
  }
  const write = (as: TestMember, order: string, body: Record<string, unknown>) =>
    at.market.request('POST', `/api/orders/${order}/review`, { as, body });
  const page = async (path: string, as?: TestMember) =>
    String((await at.market.request('GET', path, as ? { as } : {})).body)
      .replace(/<!-- -->/g, '')
      .replaceAll('&#x27;', '’');
  return { at, person, bought, write, page };
}
