import { afterAll, beforeAll } from 'vitest';
import { makePremium, putUpForSale } from '#features/orders/testing.ts';
import { startTestMarket, type TestMarket, type TestMarketOptions, type TestMember } from '#testing/server.ts';
import type { Cart, CartLine } from './contract.ts';

/** A browser: it stores the cookies of the answers, as a visitor's or a member's. */
export interface Browser {
  cookies: Map<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: an answer's body is what the test says it is
  call<T = any>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T; set: string[] }>;
}

/** A running app with a buyer and two sellers. */
export function cartMarket(options: TestMarketOptions = {}) {
  const at = {} as { market: TestMarket; buyer: TestMember; seller: TestMember; other: TestMember };
  beforeAll(async () => {
    at.market = await startTestMarket(options);
    at.buyer = await at.market.signUp('card_buyer');
    at.seller = await at.market.signUp('card_seller');
    at.other = await at.market.signUp('other_seller');
    await makePremium(at.market, at.seller);
    await makePremium(at.market, at.other);
  }, 60_000);
  afterAll(() => at.market?.close());
  const browser = (member?: TestMember): Browser => {
    const cookies = new Map<string, string>();
    const keep = (line: string) => {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    };
    if (member) keep(member.cookie);
    return {
      cookies,
      call: async (method, path, body) => {
        const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
        const answer = await at.market.request(method, path, {
          ...(body === undefined ? {} : { body }),
          headers: { origin: at.market.url, ...(cookie && { cookie }) },
        });
        const set = answer.headers.getSetCookie();
        for (const line of set) keep(line);
        return { status: answer.status, body: answer.body, set };
      },
    };
  };
  return {
    at,
    browser,
    list: (details: Parameters<typeof putUpForSale>[2] = {}, seller = at.seller) =>
      putUpForSale(at.market, seller, details),
    add: (from: Browser, listingId: string, quantity = 1) =>
      from.call('POST', '/api/cart/lines', { listingId, quantity }),
    read: async (from: Browser): Promise<Cart> => (await from.call<Cart>('GET', '/api/cart')).body,
  };
}

export const linesOf = (cart: Cart): CartLine[] => cart.groups.flatMap(({ lines }) => lines);

/** A few facts of each line, for comparing. */
export const brief = (cart: Cart) => linesOf(cart).map(({ id, quantity, state }) => [id, quantity, state]);
