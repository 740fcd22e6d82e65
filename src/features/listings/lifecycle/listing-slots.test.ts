import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { write } from '#platform/outbox/write.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { settleListingsOf } from '../reconcile/reconcile-seller-listings.server.ts';
import { holdStock } from '../stock/stock.server.ts';
import { listed, premium } from '../testing.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
}, 60_000);
afterAll(() => market?.close());

const free = { game: 'pokemon', name: 'Pikachu', condition: 'good', price: { amount: 500, currency: 'USD' } };
const hour = 3_600_000;

async function statesOf(seller: TestMember): Promise<Record<string, number>> {
  const { rows } = await market.platform.pool.query<{ status: string; n: number }>(
    'select status, count(*) as n from listing where seller_id = $1 group by status',
    [seller.id],
  );
  return Object.fromEntries(rows.map((row) => [row.status, row.n]));
}

describe('places of a tier', () => {
  test('[RO-04] of fifty publishes at the same moment exactly two go live', async () => {
    const seller = await market.signUp();
    const drafts = await Promise.all(
      Array.from({ length: 50 }, () => market.request('POST', '/api/listings', { as: seller, body: free })),
    );
    const answers = await Promise.all(
      drafts.map((draft) => market.request('POST', `/api/listings/${draft.body.id}/publish`, { as: seller })),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(2);
    const refused = answers.filter((answer) => answer.status !== 200);
    expect(new Set(refused.map((answer) => `${answer.status} ${answer.body.code}`))).toEqual(
      new Set(['403 tier_limit']),
    );
    expect(refused[0]?.body.message).toMatch(/Premium has no limit/);
    expect(await statesOf(seller)).toEqual({ active: 2, draft: 48 });
  });

  test('[RO-04] created live, resumed and renewed at once, still two', async () => {
    const seller = await market.signUp();
    const created = await Promise.all(
      Array.from({ length: 20 }, () =>
        market.request('POST', '/api/listings', { as: seller, body: { ...free, status: 'active' } }),
      ),
    );
    const live = created.filter((answer) => answer.status === 201).map((answer) => answer.body.id as string);
    expect(live).toHaveLength(2);
    for (const id of live) await market.request('POST', `/api/listings/${id}/pause`, { as: seller });
    const more = await Promise.all(
      Array.from({ length: 2 }, () =>
        market.request('POST', '/api/listings', { as: seller, body: { ...free, status: 'active' } }),
      ),
    );
    expect(more.map((answer) => answer.status)).toEqual([201, 201]);
    for (const verb of ['resume', 'renew']) {
      const back = await Promise.all(
        live.map((id) => market.request('POST', `/api/listings/${id}/${verb}`, { as: seller })),
      );
      expect(back.map((answer) => answer.body.code)).toEqual(['tier_limit', 'tier_limit']);
    }
    expect(await statesOf(seller)).toEqual({ active: 2, paused: 2 });
  });

  test('[RO-02] a reserved listing counts as live; premium has no limit', async () => {
    const seller = await market.signUp();
    const buyer = await market.signUp();
    const first = await listed(market, seller);
    await listed(market, seller);
    const now = market.clock.now();
    await write(market.platform, (tx) => holdStock(tx, { listingId: first.id, quantity: 1, buyerId: buyer.id, now }));
    expect(
      (await market.request('POST', '/api/listings', { as: seller, body: { ...free, status: 'active' } })).body.code,
    ).toBe('tier_limit');
    await premium(market, seller);
    for (let i = 0; i < 5; i++)
      expect(
        (await market.request('POST', '/api/listings', { as: seller, body: { ...free, status: 'active' } })).status,
      ).toBe(201);
  });
});

describe('a seller’s tier or status changes while a listing waits for the lock', () => {
  /**
   * Creates a live listing while another transaction holds the seller's lock, and changes the seller before it releases
   * the lock.
   */
  async function createMeanwhile(seller: TestMember, change: string) {
    const { pool } = market.platform;
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query(
      'insert into listing_shelf (seller_id) values ($1) on conflict (seller_id) do update set seller_id = excluded.seller_id',
      [seller.id],
    );
    const answer = market.request('POST', '/api/listings', { as: seller, body: { ...free, status: 'active' } });
    const waiting =
      "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and query like '%listing_shelf%'";
    await expect.poll(async () => (await pool.query<{ n: number }>(waiting)).rows[0]?.n, { timeout: 20_000 }).toBe(1);
    await holder.query(change, [seller.id]);
    await holder.query('commit');
    holder.release();
    return answer;
  }

  test('[RO-04] premium by then: listed for the time of that tier', async () => {
    const seller = await market.signUp();
    const { status, body } = await createMeanwhile(
      seller,
      "update profile set account_tier = 'premium' where user_id = $1",
    );
    expect([status, body.tier]).toEqual([201, 'premium']);
    expect(Date.parse(body.expiresAt) - Date.parse(body.publishedAt)).toBe(720 * hour);
  });

  test('[RO-05] suspended by then: refused, and nothing is listed', async () => {
    const seller = await market.signUp();
    const { status, body } = await createMeanwhile(seller, 'update auth_user set suspended_at = now() where id = $1');
    expect([status, body.code]).toEqual([403, 'suspended']);
    expect(await statesOf(seller)).toEqual({});
  });
});

describe('[ST-06] a change of tier', () => {
  const settle = (seller: TestMember) =>
    write(market.platform, (tx) => settleListingsOf(tx, seller.id, market.clock.now()));
  const read = async (seller: TestMember) => {
    const { rows } = await market.platform.pool.query(
      'select id, status, paused_by, tier, published_at, expires_at from listing where seller_id = $1 order by published_at, id',
      [seller.id],
    );
    return rows as {
      id: string;
      status: string;
      paused_by: string | null;
      tier: string;
      published_at: Date;
      expires_at: Date;
    }[];
  };

  test('down: the two newest stay for 48 hours at most, the rest is paused and nothing deleted; up: they are back', async () => {
    const seller = await premium(market, await market.signUp());
    const made = [];
    for (let i = 0; i < 5; i++) {
      made.push(await listed(market, seller));
      await market.advance(1_000);
    }
    const rest = made[1]?.id as string;
    await market.request('POST', `/api/listings/${rest}/pause`, { as: seller });
    await market.platform.pool.query("update profile set account_tier = 'free' where user_id = $1", [seller.id]);
    const at = market.clock.now().getTime();
    await settle(seller);
    const down = await read(seller);
    expect(down.map((row) => [row.status, row.paused_by])).toEqual([
      ['paused', 'tier'],
      ['paused', 'seller'],
      ['paused', 'tier'],
      ['active', null],
      ['active', null],
    ]);
    for (const row of down.slice(3)) {
      expect(row.tier).toBe('free');
      expect(row.expires_at.getTime()).toBeLessThanOrEqual(at + 48 * hour + 1_000);
      expect(row.expires_at.getTime()).toBeGreaterThan(at + 47 * hour);
    }
    await settle(seller);
    expect(await read(seller)).toEqual(down);

    await premium(market, seller);
    await settle(seller);
    const up = await read(seller);
    expect(up.map((row) => row.status)).toEqual(['active', 'paused', 'active', 'active', 'active']);
    for (const row of up.filter((each) => each.status === 'active')) {
      expect(row.expires_at.getTime()).toBe(row.published_at.getTime() + 720 * hour);
      expect(row.tier).toBe('premium');
    }
  });

  test('down while publishing: never more than two live', async () => {
    const seller = await premium(market, await market.signUp());
    for (let i = 0; i < 4; i++) await listed(market, seller);
    const drafts = await Promise.all(Array.from({ length: 10 }, () => listed(market, seller, { status: 'draft' })));
    await Promise.all([
      write(market.platform, async (tx) => {
        await tx.db.execute(`update profile set account_tier = 'free' where user_id = '${seller.id}'`);
        await settleListingsOf(tx, seller.id, market.clock.now());
      }),
      ...drafts.map((draft) => market.request('POST', `/api/listings/${draft.id}/publish`, { as: seller })),
    ]);
    await settle(seller);
    expect((await statesOf(seller)).active).toBe(2);
  });
});
