import { expect, test } from 'vitest';
import { atOnce, auditOrders, passTime, pay } from '#features/orders/testing.ts';
import { dayMs } from '#kernel/time.ts';
import type { TestMarket, TestMember } from '#testing/server.ts';
import { usd } from '../offers.testing.ts';
import { basketBargain } from './offers-basket.testing.ts';

/** Changes of a listing during an offer for several, and concurrent acceptances. */
let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
let other: TestMember;
const { act, basket, edit, held, made, read, several } = basketBargain((made) => {
  ({ market, seller, buyer } = made);
  other = made.others[0] as TestMember;
});

interface Race {
  what: string;
  happens: (id: string) => Promise<unknown>;
  code: string;
  says: RegExp;
  after?: () => Promise<unknown>;
}
const races: Race[] = [
  {
    what: 'sold',
    happens: async (listingId) =>
      pay((await market.request('POST', '/api/orders', { as: other, body: { listingId } })).body.checkoutUrl).then(() =>
        passTime(market),
      ),
    code: 'offer_ended',
    says: /declined/,
  },
  {
    what: 'held',
    happens: (listingId) => market.request('POST', '/api/orders', { as: other, body: { listingId } }),
    code: 'not_available',
    says: /: Another buyer is paying for this now/,
  },
  {
    what: 'price changed below',
    happens: (id) => edit(id, { price: usd(600) }),
    code: 'price_below_offer',
    says: /: The price is now \$6\.00/,
  },
  {
    what: 'described otherwise',
    happens: (id) => edit(id, { condition: 'poor' }),
    code: 'listing_changed',
    says: /: The seller changed/,
  },
  {
    what: 'paused',
    happens: (id) => market.request('POST', `/api/listings/${id}/pause`, { as: seller, body: {} }),
    code: 'not_available',
    says: /: /,
  },
  {
    what: 'blocked',
    happens: () => market.request('POST', `/api/members/${seller.id}/block`, { as: buyer, body: {} }),
    code: 'blocked',
    says: /can’t message each other/,
    after: () => market.request('DELETE', `/api/members/${seller.id}/block`, { as: buyer }),
  },
  {
    what: 'away',
    happens: () =>
      market.request('PUT', '/api/profile/vacation', {
        as: seller,
        body: {
          from: market.clock.now().toISOString(),
          to: new Date(market.clock.now().getTime() + 3 * dayMs).toISOString(),
        },
      }),
    code: 'seller_away',
    says: /vacation/,
    after: () => market.request('DELETE', '/api/profile/vacation', { as: seller }),
  },
];
for (const { what, happens, code, says, after } of races)
  test(`one line ${what}: accepting all takes none, and says which`, async () => {
    const ids = (await several(1_000, 1_000, 1_000)) as [string, string, string];
    const offer = await made(ids, 2_400);
    const title = offer.lines[1].title;
    await happens(ids[1]);
    const lines = what === 'sold' ? { lines: ids } : {};
    const answer = await act(seller, 'accept', offer.id, lines);
    if (what === 'sold') {
      expect(answer.body.errors.lines).toContain('no longer in this offer');
      expect((await read(offer.lines[1].offerId)).status).toBe('declined');
    } else {
      expect([answer.status, answer.body.code], JSON.stringify(answer.body)).toEqual([
        code === 'blocked' ? 403 : 409,
        code,
      ]);
      expect(answer.body.message).toMatch(says);
      if (says.source.startsWith(': ')) expect(answer.body.message.startsWith(`${title}: `)).toBe(true);
    }
    expect((await held(ids)).filter((n, at) => at !== 1 && n > 0)).toEqual([]);
    await after?.();
    // Without that line, the others continue at their shares.
    const rest = await act(seller, 'accept', offer.id, { lines: [ids[0], ids[2]] });
    expect(rest.status, JSON.stringify(rest.body)).toBe(200);
    expect((await held(ids)).filter((_, at) => at !== 1)).toEqual([1, 1]);
  });

test('two accepts at the same moment, and two offers that share a listing: the copies go to one', {
  timeout: 120_000,
}, async () => {
  for (let round = 0; round < 6; round++) {
    const [a, b, c] = (await several(1_000, 1_000, 1_000)) as [string, string, string];
    const first = await made([a, b], 1_800);
    const second = (await basket([c, b], 1_800, {}, other)).body;
    const send = (id: string) => ({
      path: `/api/offers/${id}/accept`,
      headers: { cookie: seller.cookie, origin: market.url },
      body: '{}',
    });
    const answers = await atOnce(market.url, [send(first.id), send(second.id), send(first.id), send(second.id)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers)
      if (status !== 200)
        expect([status, JSON.parse(body).code]).toEqual([409, expect.stringMatching(/not_available|offer_ended/)]);
    expect([...(await held([a, b, c]))].sort()).toEqual([0, 1, 1]);
    expect((await held([b]))[0]).toBe(1);
    expect(await auditOrders(market.platform.pool)).toEqual([]);
  }
});
