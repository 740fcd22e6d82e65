import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal } from '#kernel/refusal.ts';
import { hourMs } from '#kernel/time.ts';
import { write } from '#platform/outbox/write.ts';
import { actorOf } from '#testing/actor.ts';
import { auditListings } from '#testing/audits/listing-audit.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { publishListing, renewListing, resumeListing } from '../lifecycle/move-listing.server.ts';
import { releaseListing, stopListing } from '../lifecycle/stop-listing.server.ts';
import { holdStock, releaseStock } from '../stock/stock.server.ts';
import { listed, premium } from '../testing.ts';
import { followStatus } from './follow-seller-status.server.ts';
import { reconcileLiveListings } from './reconcile-live-listings.server.ts';
import { settleListings } from './reconcile-seller-listings.server.ts';

let market: TestMarket;
let buyer: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  buyer = await market.signUp();
}, 60_000);
afterAll(() => market?.close());

const sql = (query: string, values: unknown[]) => market.platform.pool.query(query, values);
const now = () => market.clock.now();
const tierIs = (of: TestMember, tier: 'free' | 'premium') =>
  sql('update profile set account_tier = $2 where user_id = $1', [of.id, tier]);
const suspendedIs = (of: TestMember, is: boolean) =>
  sql('update auth_user set suspended_at = $2 where id = $1', [of.id, is ? now() : null]);
/** Marked as a trader who has shown nothing, and the time for it is over. */
const heldBackIs = (of: TestMember, is: boolean) =>
  is
    ? sql(
        `insert into seller_standing (member_id, kind, marked_by, marked_at, data_due_at, updated_at)
         values ($1, 'trader', 'an-operator', $2, $2, $2) on conflict do nothing`,
        [of.id, new Date(now().getTime() - hourMs)],
      )
    : sql('delete from seller_standing where member_id = $1', [of.id]);

async function statesOf({ id }: TestMember): Promise<string[]> {
  const { rows } = await sql('select status, paused_by from listing where seller_id = $1 order by id', [id]);
  return rows.map(({ status, paused_by: by }) => (by === null ? status : `${status} by ${by}`));
}

/**
 * Why more is live than all causes together allow; null where it is not. Only a reserved copy may exceed the limit,
 * since it is held for its buyer.
 */
async function excess(of: TestMember): Promise<string | null> {
  const { rows } = await sql(
    `select p.account_tier as tier, u.suspended_at is not null as suspended, exists (select from seller_standing where member_id = $1) as held_back,
      (select count(*) from listing where seller_id = $1 and status = 'active')::int as active,
      (select count(*) from listing where seller_id = $1 and status = 'reserved')::int as reserved
     from profile p join auth_user u on u.id = p.user_id where p.user_id = $1`,
    [of.id],
  );
  const { tier, suspended, held_back: heldBack, active, reserved } = rows[0];
  const allowed = suspended || heldBack ? 0 : tier === 'premium' ? Number.POSITIVE_INFINITY : Math.max(0, 2 - reserved);
  return active > allowed ? JSON.stringify(rows[0]) : null;
}

const followers = {
  tier: (of: TestMember) => settleListings(market.platform, of.id),
  suspension: (of: TestMember) => settleListings(market.platform, of.id),
  standing: (of: TestMember) => followStatus(market.platform, of.id),
} as const;
type Follower = keyof typeof followers;

const causes = {
  down: { change: (of: TestMember) => tierIs(of, 'free'), follower: 'tier' },
  up: { change: (of: TestMember) => tierIs(of, 'premium'), follower: 'tier' },
  suspend: { change: (of: TestMember) => suspendedIs(of, true), follower: 'suspension' },
  restore: { change: (of: TestMember) => suspendedIs(of, false), follower: 'suspension' },
  unname: { change: (of: TestMember) => heldBackIs(of, true), follower: 'standing' },
  name: { change: (of: TestMember) => heldBackIs(of, false), follower: 'standing' },
} as const satisfies Record<string, { change: (of: TestMember) => Promise<unknown>; follower: Follower }>;
type Cause = keyof typeof causes;

/**
 * Every listing of `ids` is held, released, paused by an admin and released, and its seller tries to resume it;
 * refusals are fine.
 */
const acts = {
  hold: (id: string) =>
    write(market.platform, (tx) => holdStock(tx, { listingId: id, quantity: 1, buyerId: buyer.id, now: now() })),
  release: (id: string) => write(market.platform, (tx) => releaseStock(tx, { listingId: id, quantity: 1, now: now() })),
  stop: (id: string) =>
    stopListing(market.platform, { listingId: id, by: 'an-operator', why: 'other', note: 'A test.' }),
  let: (id: string) => releaseListing(market.platform, { listingId: id, by: 'an-operator' }),
  publish: (id: string, of: TestMember) => publishListing(market.platform, actorOf(of), id),
  resume: (id: string, of: TestMember) => resumeListing(market.platform, actorOf(of), id),
  renew: (id: string, of: TestMember) => renewListing(market.platform, actorOf(of), id),
} as const;
type Act = keyof typeof acts;

async function attempt(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!isRefusal(error) && !(error instanceof RangeError && /holds \d/.test(error.message))) throw error;
  }
}

async function sellerOf(count: number): Promise<{ seller: TestMember; ids: string[] }> {
  const seller = await premium(market, await market.signUp());
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push((await listed(market, seller, n % 3 === 2 ? { quantity: 2 } : {})).id);
  return { seller, ids };
}

test('a downgraded trader whose period runs out gets two listings back, in whatever order the events arrive', {
  timeout: 60_000,
}, async () => {
  const orders: Cause[][] = [
    ['unname', 'down', 'name'],
    ['down', 'unname', 'name'],
    ['unname', 'suspend', 'down', 'name', 'restore'],
    ['suspend', 'unname', 'down', 'restore', 'name'],
    ['suspend', 'down', 'unname', 'name', 'restore'],
  ];
  for (const order of orders) {
    const { seller } = await sellerOf(5);
    for (const cause of order) {
      await causes[cause].change(seller);
      await followers[causes[cause].follower](seller);
    }
    expect((await statesOf(seller)).sort(), order.join()).toEqual([
      ...Array(2).fill('active'),
      ...Array(3).fill('paused by tier'),
    ]);
  }
});

test('late events of trader data and of a lost tier leave two listings live', {
  timeout: 60_000,
}, async () => {
  for (const order of [
    ['tier', 'standing', 'suspension'],
    ['standing', 'suspension', 'tier'],
    ['suspension', 'tier', 'standing'],
  ] as Follower[][]) {
    const { seller } = await sellerOf(5);
    await heldBackIs(seller, true);
    await followers.standing(seller);
    // Both change before either follower runs.
    await Promise.all([heldBackIs(seller, false), tierIs(seller, 'free')]);
    for (const name of order) {
      await followers[name](seller);
      expect(await excess(seller), `${order.join()} after ${name}`).toBe(null);
    }
  }
});

test('never more is live than all causes allow: all followers, in all orders, and at once', {
  timeout: 180_000,
}, async () => {
  const cause = fc.constantFrom(...(Object.keys(causes) as Cause[]));
  const act = fc.record({ act: fc.constantFrom(...(Object.keys(acts) as Act[])), at: fc.nat(4) });
  const round = fc.record({
    changed: fc.uniqueArray(cause, { minLength: 1, maxLength: 3 }),
    order: fc.shuffledSubarray(Object.keys(followers) as Follower[], { minLength: 3, maxLength: 3 }),
    acts: fc.array(act, { maxLength: 4 }),
    isAtOnce: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 2, maxLength: 4 }), async (rounds) => {
      const { seller, ids } = await sellerOf(5);
      for (const { changed, order, acts: chosen, isAtOnce } of rounds) {
        for (const each of changed) await causes[each].change(seller);
        const moves = chosen.map((one) => () => attempt(acts[one.act](ids[one.at] as string, seller)));
        const follows = order.map((name) => () => followers[name](seller));
        if (isAtOnce) {
          await Promise.all([...follows, ...moves].map((run) => run()));
          expect(await excess(seller), JSON.stringify(rounds)).toBe(null);
          continue;
        }
        for (const follow of follows) {
          await follow();
          expect(await excess(seller), JSON.stringify(rounds)).toBe(null);
        }
        for (const move of moves) {
          await move();
          expect(await excess(seller), JSON.stringify(rounds)).toBe(null);
        }
      }
      // What the followers left is settled: another run, and the nightly one, move nothing.
      expect(await settleListings(market.platform, seller.id)).toBe(0);
    }),
    { seed: 20_261_128, numRuns: 25, endOnFailure: true },
  );
  expect(await auditListings(market.platform.pool)).toEqual([]);
});

test('a reserved listing that is released beyond the limit is paused, and takes the place that is free', async () => {
  const { seller, ids } = await sellerOf(4);
  const [first, second, third, fourth] = ids as [string, string, string, string];
  for (const id of [first, second]) await acts.hold(id);
  await tierIs(seller, 'free');
  await settleListings(market.platform, seller.id);
  expect(await statesOf(seller)).toEqual(['reserved', 'reserved', 'paused by tier', 'paused by tier']);
  await acts.release(first);
  await acts.release(second);
  expect(await statesOf(seller)).toEqual(['active', 'active', 'paused by tier', 'paused by tier']);

  const more = await sellerOf(4);
  for (const id of more.ids.slice(0, 2)) await acts.hold(id);
  for (const id of more.ids.slice(3)) await acts.hold(id);
  await tierIs(more.seller, 'free');
  await settleListings(market.platform, more.seller.id);
  expect(await statesOf(more.seller)).toEqual(
    ['reserved', 'reserved', 'active', 'reserved'].map((state, n) => (n === 2 ? 'paused by tier' : state)),
  );
  await acts.release(more.ids[0] as string);
  expect((await statesOf(more.seller))[0]).toBe('paused by tier');
  await attempt(acts.resume(more.ids[2] as string, more.seller));
  expect((await statesOf(more.seller)).filter((state) => state === 'active' || state === 'reserved')).toHaveLength(2);
  expect([third, fourth]).toHaveLength(2);
});

test('the nightly check repairs what a lost job left, and otherwise moves nothing', async () => {
  const { seller } = await sellerOf(5);
  await tierIs(seller, 'free');
  expect(await excess(seller)).not.toBe(null);
  await reconcileLiveListings(market.platform);
  expect(await excess(seller)).toBe(null);
  const before = await sql('select id, version from listing order by id', []);
  await reconcileLiveListings(market.platform);
  expect((await sql('select id, version from listing order by id', [])).rows).toEqual(before.rows);
});
