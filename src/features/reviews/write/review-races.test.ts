import { afterAll, beforeAll, expect, test } from 'vitest';
import { buyPlaced, makePremium, passTime, pay, putUpForSale, signInAgain } from '#features/orders/testing.ts';
import { dayMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { showInTime } from './show-review.server.ts';

let market: TestMarket;
let [seller, buyer] = [] as unknown as [TestMember, TestMember];
beforeAll(async () => {
  market = await startTestMarket();
  [seller, buyer] = [await market.signUp(), await market.signUp()];
  for (const member of [seller, buyer]) await makePremium(market, member);
}, 60_000);
afterAll(() => market?.close());

async function delivered(): Promise<string> {
  const { order, checkoutUrl } = await buyPlaced(market, buyer, await putUpForSale(market, seller));
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  expect(
    (await market.request('POST', `/api/orders/${order.id}/ship`, { as: seller, body: { carrier: 'Post' } })).status,
  ).toBe(200);
  expect((await market.request('POST', `/api/orders/${order.id}/deliver`, { as: buyer, body: {} })).status).toBe(200);
  return order.id;
}
const write = (as: TestMember, order: string, rating: number) =>
  market.request('POST', `/api/orders/${order}/review`, { as, body: { rating } });
const rowsOf = async (order: string) =>
  (
    await market.platform.pool.query(
      'select id, rating, shown_at as "shownAt", version::int from review where order_id = $1 order by rating',
      [order],
    )
  ).rows;
/** The number of notifications about new reviews of an order: one for each review. */
const tellings = async (order: string) =>
  (
    await market.platform.pool.query<{ n: number }>(
      "select count(*)::int as n from notification where kind = 'reviews' and link = $1 and code = 'reviewed'",
      [`/orders/${order}`],
    )
  ).rows[0]?.n;
const counted = async () => {
  const { rows } = await market.platform.pool.query(
    `select m.id, s.count, s.stars, (select count(*)::int from review r where r.member_id = m.id and r.counts) as "countNow",
       (select coalesce(sum(rating), 0)::int from review r where r.member_id = m.id and r.counts) as "starsNow"
     from auth_user m join review_statistics s on s.member_id = m.id`,
  );
  for (const row of rows) expect([row.count, row.stars]).toEqual([row.countNow, row.starsNow]);
};

test('a review that is changed while the other side’s shows it: the change is in what everybody reads, or is refused', {
  timeout: 120_000,
}, async () => {
  const outcomes = new Set<number>();
  for (let round = 0; round < 12; round++) {
    const order = await delivered();
    expect((await write(buyer, order, 2)).status).toBe(201);
    // The calls alternate in order: a change that starts after the other side's write could miss the average.
    const change = () => write(buyer, order, 4);
    const show = () => write(seller, order, 5);
    const answers = await Promise.all(round % 2 === 0 ? [change(), show()] : [show(), change()]);
    const [changed, other] = (round % 2 === 0 ? answers : answers.toReversed()) as [
      (typeof answers)[0],
      (typeof answers)[0],
    ];
    expect(other.status).toBe(201);
    outcomes.add(changed.status);
    const [own] = await rowsOf(order);
    expect([own.rating, own.shownAt === null]).toEqual([changed.status === 201 ? 4 : 2, false]);
    expect([201, 409]).toContain(changed.status);
    await market.runJobs();
    expect(await tellings(order)).toBe(2);
    await counted();
  }
  expect(outcomes.size).toBeGreaterThan(0);
});

test('a review while the other one’s seven days end: both are shown, each once, and each is notified and counted once', {
  timeout: 120_000,
}, async () => {
  for (let round = 0; round < 8; round++) {
    const order = await delivered();
    expect((await write(buyer, order, 3)).status).toBe(201);
    const [first] = await rowsOf(order);
    await market.platform.pool.query('update review set shows_at = $2 where id = $1', [first.id, market.clock.now()]);
    const [, second] = await Promise.all([
      showInTime(market.platform, first.id),
      write(seller, order, 5),
      showInTime(market.platform, first.id),
    ]);
    expect(second.status).toBe(201);
    const rows = await rowsOf(order);
    expect(
      rows.map(({ rating, shownAt, version }: { rating: number; shownAt: Date | null; version: number }) => [
        rating,
        shownAt !== null,
        version,
      ]),
    ).toEqual([
      [3, true, 2],
      [5, true, 2],
    ]);
    await market.runJobs();
    expect(await tellings(order)).toBe(2);
    await counted();
    await passTime(market, 31 * dayMs);
    [seller, buyer] = [await signInAgain(market, seller), await signInAgain(market, buyer)];
  }
});
