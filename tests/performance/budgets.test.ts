import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePremium, putUpForSale } from '#features/orders/testing.ts';
import { type RequestOptions, startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { watchStatements } from './budgets.testing.ts';

/**
 * What a request may cost, by counts, which no other load of the machine moves. Who needs more raises the number here,
 * beside the reason; who needs less lowers it. Pages: `page-budgets.test.ts`; script by page: `bench/bundle.unit.test.ts`.
 * Figures by time: docs/performance.md.
 */
let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
const watch = watchStatements();

beforeAll(async () => {
  market = await startTestMarket();
  [seller, buyer] = await Promise.all([market.signUp('mara_sells'), market.signUp('ben_buys')]);
  await makePremium(market, seller);
  for (let n = 0; n < 30; n++) await putUpForSale(market, seller, { price: 1_000 + n, quantity: 3 });
  await market.runJobs();
}, 120_000);
afterAll(async () => {
  await market?.close();
  watch.end();
});

const forSale = () => putUpForSale(market, seller, { price: 1_000, quantity: 3 });
const offered = async () => {
  const { body } = await market.request('POST', `/api/listings/${await forSale()}/offers`, {
    as: buyer,
    body: { amount: { amount: 800, currency: 'USD' } },
  });
  return (body as { id: string }).id;
};
const written = {
  game: 'pokemon',
  name: 'Pikachu',
  condition: 'good',
  price: { amount: 500, currency: 'USD' },
  status: 'active',
};

interface Call {
  /** BEGIN and COMMIT are counted too: each is a round trip. */
  most: number;
  /** Requests twice: what a process caches at the first answer is no cost of the second. */
  ask(): Promise<[method: string, path: string, options?: RequestOptions]>;
}

const calls: Record<string, Call> = {
  // One reads the seller's shipping table.
  'buy, POST /api/orders': {
    most: 24,
    ask: async () => [
      'POST',
      '/api/orders',
      { as: buyer, body: { listingId: await forSale() }, headers: { 'x-forwarded-for': '203.0.113.7' } },
    ],
  },
  'create listing, POST /api/listings': {
    // One asks for the currencies that the seller ships in.
    most: 16,
    ask: async () => ['POST', '/api/listings', { as: seller, body: written }],
  },
  'listing by id, GET /api/listings/:id': { most: 1, ask: async () => ['GET', `/api/listings/${await forSale()}`] },
  'search, GET /api/listings': { most: 2, ask: async () => ['GET', '/api/listings?q=charizard'] },
  'send message, POST /api/threads': {
    most: 30,
    ask: async () => [
      'POST',
      '/api/threads',
      { as: buyer, body: { recipientId: seller.id, listingId: await forSale(), text: 'Is the corner white?' } },
    ],
  },
  'make offer, POST /api/listings/:id/offers': {
    most: 34,
    ask: async () => [
      'POST',
      `/api/listings/${await forSale()}/offers`,
      { as: buyer, body: { amount: { amount: 800, currency: 'USD' } } },
    ],
  },
  // One for all four numbers, one for who asks, one for what their devices have received.
  'counters, GET /api/counters': { most: 3, ask: async () => ['GET', '/api/counters', { as: seller }] },
  // One of them asks whether an operator has limited the member.
  'counter-offer, POST /api/offers/:id/counter': {
    most: 34,
    ask: async () => [
      'POST',
      `/api/offers/${await offered()}/counter`,
      { as: seller, body: { amount: { amount: 900, currency: 'USD' } } },
    ],
  },
  // Two read the seller's shipping table and whether they can be paid.
  'accept an offer, POST /api/offers/:id/accept': {
    most: 28,
    ask: async () => ['POST', `/api/offers/${await offered()}/accept`, { as: seller, body: {} }],
  },
  'decline an offer, POST /api/offers/:id/decline': {
    most: 19,
    ask: async () => ['POST', `/api/offers/${await offered()}/decline`, { as: seller, body: {} }],
  },
};

test.each(Object.entries(calls))('statements: %s', async (name, { most, ask }) => {
  for (let turn = 0; turn < 2; turn++) {
    const [method, path, options] = await ask();
    await market.runJobs();
    const { status, body } = await market.request(method, path, options);
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    if (turn === 0) continue;
    const statements = watch.of(`${method} ${path}`);
    expect(
      statements.length,
      `${name} asked ${statements.length} statements, ${most} are allowed:\n${statements.map((one) => one.name).join('\n')}`,
    ).toBeLessThanOrEqual(most);
  }
});
