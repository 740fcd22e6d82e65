import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MeasuredFacts, noFacts } from '#features/members/contract.ts';
import { buyPlaced, makePremium, passTime, pay, putUpForSale, signInAgain } from '#features/orders/testing.ts';
import { dayMs, hourMs, minuteMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { settleElsewhere } from '#testing/settled-payouts.ts';
import { readFacts } from './facts.queries.server.ts';
import { reconcileFacts } from './reconcile-facts.server.ts';

let market: TestMarket;
let people: TestMember[];
beforeAll(async () => {
  market = await startTestMarket();
  people = [];
  for (let n = 0; n < 5; n++) people.push(await person());
}, 60_000);
afterAll(() => market?.close());

async function person(): Promise<TestMember> {
  const member = await market.signUp();
  await makePremium(market, member);
  return member;
}
const pool = () => market.platform.pool;
const factsOf = async (member: TestMember): Promise<MeasuredFacts> =>
  (await market.request('GET', `/api/profiles/${member.id}`)).body.facts;
const back = async (...members: TestMember[]) => Promise.all(members.map((member) => signInAgain(market, member)));
const figure = (value: number | null, sample: number) => ({ value, sample, days: 365 });

async function ordered(seller: TestMember, buyer: TestMember, isPaid = true): Promise<string> {
  const { order, checkoutUrl } = await buyPlaced(market, buyer, await putUpForSale(market, seller));
  if (isPaid) expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  return order.id;
}
const act = (as: TestMember, order: string, verb: string, body: Record<string, unknown> = {}) =>
  market.request('POST', `/api/orders/${order}/${verb}`, { as, body });
const ship = async (as: TestMember, order: string) =>
  expect((await act(as, order, 'ship', { carrier: 'Post' })).status).toBe(200);
const report = { reason: 'not_as_described', text: 'The corner is bent.' };
const open = async (as: TestMember, to: TestMember, more: Record<string, unknown> = {}): Promise<string> => {
  const { status, body } = await market.request('POST', '/api/threads', {
    as,
    body: { recipientId: to.id, text: 'Is it still there?', ...more },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
};
const say = async (as: TestMember, thread: string) =>
  expect((await market.request('POST', `/api/threads/${thread}/messages`, { as, body: { text: 'Yes.' } })).status).toBe(
    201,
  );

test('a profile says what was measured of a seller, each with its sample and days, and no median of fewer than three', async () => {
  const [seller, buyer] = [await person(), await person()];
  expect(await factsOf(seller)).toEqual(noFacts);
  await ordered(seller, buyer, false);
  expect(await factsOf(seller)).toEqual(noFacts);
  for (const hours of [2, 30]) {
    const order = await ordered(seller, buyer);
    await passTime(market, hours * hourMs);
    await ship(seller, order);
    await market.runJobs();
  }
  expect(await factsOf(seller)).toMatchObject({
    orders: figure(2, 2),
    shipHoursMedian: figure(null, 2),
    reported: figure(0, 2),
  });
  const third = await ordered(seller, buyer);
  await passTime(market, 6.5 * hourMs);
  await ship(seller, third);
  await market.runJobs();
  expect(await factsOf(seller)).toMatchObject({ orders: figure(3, 3), shipHoursMedian: figure(6.5, 3) });

  // Canceled or fully refunded before it was sent counts as canceled; a partial refund, or one after it was sent, does
  // not.
  expect((await act(seller, await ordered(seller, buyer), 'cancel', { reason: 'Damaged' })).status).toBe(200);
  expect((await act(seller, await ordered(seller, buyer), 'refund')).status).toBe(200);
  const part = await ordered(seller, buyer);
  expect((await act(seller, part, 'refund', { amount: { amount: 10, currency: 'USD' } })).status).toBe(200);
  await market.runJobs();
  expect(await factsOf(seller)).toMatchObject({
    orders: figure(6, 6),
    canceledBySeller: figure(2, 6),
    shipHoursMedian: figure(6.5, 3),
  });
  // A problem that a buyer reported stays counted once settled, as settled.
  expect((await act(buyer, third, 'dispute', report)).status).toBe(200);
  await market.runJobs();
  expect((await factsOf(seller)).reported).toEqual({ ...figure(1, 6), settled: 0 });
  expect((await act(seller, third, 'refund')).status).toBe(200);
  await market.runJobs();
  expect(await factsOf(seller)).toMatchObject({
    reported: { ...figure(1, 6), settled: 1 },
    canceledBySeller: figure(2, 6),
  });
  expect((await factsOf(buyer)).orders).toEqual(figure(0, 0));
  // An order with a signal of self-buying is not counted.
  const { order, checkoutUrl } = await buyPlaced(market, buyer, await putUpForSale(market, seller));
  await pool().query("insert into order_sign (order_id, kind, at) values ($1, 'browser', $2)", [
    order.id,
    market.clock.now(),
  ]);
  await pay(checkoutUrl);
  await passTime(market);
  expect((await factsOf(seller)).orders).toEqual(figure(6, 6));
  // Rows older than the window are not counted, even before they are deleted.
  const afterwards = new Date(market.clock.now().getTime() + 365 * dayMs);
  expect(await readFacts(market.platform.db, seller.id, afterwards)).toEqual(noFacts);
  expect(
    (await pool().query('select count(*)::int as n from sale_fact where seller_id = $1', [seller.id])).rows,
  ).toEqual([{ n: 6 }]);
});

test('an order that was sent and whose money went back, whole or in parts, is measured no more; a problem that was reported stays', async () => {
  const [seller, buyer] = [await person(), await person()];
  const orders = [
    await ordered(seller, buyer),
    await ordered(seller, buyer),
    await ordered(seller, buyer),
    await ordered(seller, buyer),
  ];
  for (const order of orders) await ship(seller, order);
  const [inParts, whole, reported, complete] = orders as [string, string, string, string];
  for (const order of [inParts, whole, complete]) expect((await act(buyer, order, 'deliver')).status).toBe(200);
  expect((await act(buyer, reported, 'dispute', report)).status).toBe(200);
  await market.runJobs();
  expect(await factsOf(seller)).toMatchObject({
    orders: figure(4, 4),
    reported: figure(1, 4),
    shipHoursMedian: { sample: 4 },
  });
  for (const amount of [400, 700]) expect((await act(seller, inParts, 'refund', { amount })).status).toBe(200);
  for (const order of [whole, reported]) expect((await act(seller, order, 'refund')).status).toBe(200);
  expect((await act(seller, complete, 'refund', { amount: 100 })).status).toBe(200);
  await passTime(market);
  const left = { orders: figure(2, 2), reported: { ...figure(1, 2), settled: 1 }, shipHoursMedian: { sample: 2 } };
  expect(await factsOf(seller)).toMatchObject(left);
  // And a recount says the same.
  await pool().query("update member_facts set renew_at = 'epoch' where member_id = $1", [seller.id]);
  await reconcileFacts(market.platform);
  expect(await factsOf(seller)).toMatchObject(left);
});

test('the first answer of who was written to is measured, once a conversation; cards of offers and what follows are not', async () => {
  const seller = await person();
  const waits = [10, 90, 240];
  for (const [at, minutes] of waits.entries()) {
    const caller = await person();
    const thread = await open(caller, seller);
    await say(caller, thread);
    await passTime(market, minutes * minuteMs);
    if (at === 2) expect((await factsOf(seller)).replyHoursMedian).toEqual(figure(null, 2));
    await say(seller, thread);
    await market.runJobs();
    // Going on, however late or soon, says nothing more.
    await say(caller, thread);
    await passTime(market, 20 * hourMs);
    await say(seller, thread);
    await market.runJobs();
    expect((await factsOf(caller)).replyHoursMedian).toEqual(figure(null, 0));
  }
  expect((await factsOf(seller)).replyHoursMedian).toEqual(figure(1.5, 3));
  const [buyer] = [await person()];
  const listingId = await putUpForSale(market, seller);
  const offer = await market.request('POST', `/api/listings/${listingId}/offers`, {
    as: buyer,
    body: { amount: { amount: 900, currency: 'USD' } },
  });
  expect(offer.status, JSON.stringify(offer.body)).toBe(201);
  await open(buyer, seller, { listingId });
  expect((await market.request('POST', `/api/offers/${offer.body.id}/accept`, { as: seller, body: {} })).status).toBe(
    200,
  );
  await market.runJobs();
  expect((await factsOf(seller)).replyHoursMedian).toEqual(figure(1.5, 3));
});

/** The facts from orders and messages, computed here in the simplest way, without stored rows. */
async function recount(memberId: string): Promise<MeasuredFacts> {
  const since = market.clock.now().getTime() - 365 * dayMs;
  const { rows: all } = await pool().query(
    'select * from orders o where seller_id = $1 and paid_at is not null and id not in (select order_id from order_sign)',
    [memberId],
  );
  const { rows: steps } = await pool().query('select * from order_history order by id');
  const { rows: said } = await pool().query(
    'select * from thread_message where card_kind is null order by thread_id, place',
  );
  const orders = all
    .filter(({ paid_at }) => paid_at.getTime() > since)
    .map((order) => {
      const way = steps.filter(({ order_id }) => order_id === order.id);
      const sent = way.find(({ status }) => status === 'shipped');
      return {
        seconds: sent ? Math.floor((sent.at - order.paid_at) / 1_000) : null,
        canceled: !sent && way.some(({ status, by }) => ['canceled', 'refunded'].includes(status) && by === 'seller'),
        reported: way.some(({ status }) => status === 'disputed'),
        isOpen: order.status === 'disputed',
      };
    });
  const waits = [...new Set(said.map(({ thread_id }) => thread_id))].flatMap((thread) => {
    const messages = said.filter(({ thread_id }) => thread_id === thread);
    const first = messages[0];
    const answer = messages.find(({ sender_id }) => sender_id !== first.sender_id);
    if (answer?.sender_id !== memberId || answer.created_at.getTime() <= since) return [];
    return [Math.floor((answer.created_at - first.created_at) / 1_000)];
  });
  const sent = orders.flatMap(({ seconds }) => seconds ?? []);
  const count = (test: (order: (typeof orders)[number]) => boolean) => orders.filter(test).length;
  return {
    orders: figure(orders.length, orders.length) as MeasuredFacts['orders'],
    shipHoursMedian: figure(medianHours(sent), sent.length),
    canceledBySeller: figure(
      count(({ canceled }) => canceled),
      orders.length,
    ) as MeasuredFacts['orders'],
    reported: {
      ...(figure(
        count(({ reported }) => reported),
        orders.length,
      ) as MeasuredFacts['orders']),
      settled: count(({ reported, isOpen }) => reported && !isOpen),
    },
    replyHoursMedian: figure(medianHours(waits), waits.length),
  };
}

function medianHours(seconds: number[]): number | null {
  if (seconds.length < 3) return null;
  const sorted = [...seconds].sort((a, b) => a - b);
  const half = sorted.length / 2;
  const middle = Number.isInteger(half)
    ? ((sorted[half - 1] as number) + (sorted[half] as number)) / 2
    : (sorted[Math.floor(half)] as number);
  return Math.round(middle / 360) / 10;
}

async function expectStoredAsCounted(): Promise<void> {
  await market.runJobs();
  for (const member of people) expect(await factsOf(member)).toEqual(await recount(member.id));
}

/**
 * Four histories in every run, always the same; `FACTS_WALKS=100` walks so many, others each time, and `FACTS_SEED`
 * those again that a failure named.
 */
const { FACTS_WALKS, FACTS_SEED } = process.env;
const walks = Number(FACTS_WALKS ?? 4);
const seed = FACTS_SEED ? Number(FACTS_SEED) : FACTS_WALKS ? Date.now() % 2 ** 31 : 20_261_126;

test('what profiles say equals a recount over whatever members did; lost rows, wrong ones and what is too old are put right', {
  timeout: 60_000 + walks * 45_000,
}, async () => {
  const step = fc.record({
    // Two who sell and three who buy: with the one card of the sandbox, who does both seems to buy from themselves.
    sells: fc.nat({ max: 1 }),
    buys: fc.integer({ min: 2, max: 4 }),
    minutes: fc.integer({ min: 0, max: 3_000 }),
    move: fc.constantFrom(
      'leave',
      'cancel',
      'refund',
      'ship',
      'ship',
      'part',
      'dispute',
      'settle',
      'talk',
      'answer',
      'answer',
    ),
  });
  const threads: { id: string; by: TestMember; to: TestMember }[] = [];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 9 }), async (steps) => {
      people = await back(...people);
      for (const { sells, buys, minutes, move } of steps) {
        const [seller, buyer] = [people[sells], people[buys]] as [TestMember, TestMember];
        if (move === 'talk' || move === 'answer') {
          const known = threads.find(({ by, to }) => by.id === buyer.id && to.id === seller.id);
          const order = known ? null : await ordered(seller, buyer);
          const id = known?.id ?? (await open(buyer, seller, { orderId: order }));
          if (!known) threads.push({ id, by: buyer, to: seller });
          await passTime(market, minutes * minuteMs);
          if (move === 'answer') await say((await back(seller))[0] as TestMember, id);
          continue;
        }
        const order = await ordered(seller, buyer, move !== 'leave');
        await passTime(market, minutes * minuteMs);
        const [now, them] = (await back(seller, buyer)) as [TestMember, TestMember];
        if (move === 'leave') await act(them, order, 'cancel', { reason: 'Changed my mind' });
        if (move === 'cancel') await act(now, order, 'cancel', { reason: 'Damaged' });
        if (move === 'refund') await act(now, order, 'refund');
        if (move === 'part') await act(now, order, 'refund', { amount: { amount: 10, currency: 'USD' } });
        if (['ship', 'dispute', 'settle'].includes(move)) await ship(now, order);
        if (['dispute', 'settle'].includes(move)) expect((await act(them, order, 'dispute', report)).status).toBe(200);
        if (move === 'settle') expect((await act(them, order, 'deliver')).status).toBeLessThan(500);
      }
      await expectStoredAsCounted();
    }),
    { seed, numRuns: walks, endOnFailure: true },
  );
  const { rows: before } = await pool().query('select order_id from sale_fact order by 1');
  expect([before.length > 8, threads.length > 0]).toEqual([true, true]);
  // A lost job, a job that wrote wrong values, and a row without an order.
  await pool().query('delete from sale_fact where order_id = $1', [before[0].order_id]);
  await pool().query('update sale_fact set ship_seconds = 9999999, is_canceled = true where order_id = $1', [
    before[1].order_id,
  ]);
  await pool().query('update answer_fact set wait_seconds = wait_seconds + 86400');
  await pool().query("update member_facts set renew_at = 'epoch'");
  await reconcileFacts(market.platform);
  await expectStoredAsCounted();
  // A member who has been recounted is not due again before there is a reason.
  const { rows: due } = await pool().query('select 1 from member_facts where renew_at <= $1', [market.clock.now()]);
  expect(due).toEqual([]);
  await passTime(market, 366 * dayMs);
  await reconcileFacts(market.platform);
  for (const member of people)
    expect(await factsOf(member)).toMatchObject({ orders: figure(0, 0), replyHoursMedian: figure(null, 0) });
  expect((await pool().query('select 1 from sale_fact')).rows).toEqual([]);
});

test('who goes takes what was measured along; it is in their export before', async () => {
  let [seller, buyer] = [await person(), await person()];
  const order = await ordered(seller, buyer);
  await ship(seller, order);
  await say(seller, await open(buyer, seller));
  await market.runJobs();
  const { measured } = (await market.request('GET', '/api/export', { as: seller })).body.reviews;
  expect([measured.sales.length, measured.answers.length]).toEqual([1, 1]);
  expect((await act(buyer, order, 'deliver')).status).toBe(200);
  await passTime(market, 20 * dayMs);
  await market.runJobs();
  [seller, buyer] = (await back(seller, buyer)) as [TestMember, TestMember];
  await settleElsewhere(market);
  expect(
    (await market.request('POST', '/api/users/delete-account', { as: seller, body: { password: seller.password } }))
      .status,
  ).toBe(200);
  await market.runJobs();
  for (const [table, column] of [
    ['sale_fact', 'seller_id'],
    ['answer_fact', 'member_id'],
    ['member_facts', 'member_id'],
  ] as const)
    expect((await pool().query(`select 1 from ${table} where ${column} = $1`, [seller.id])).rows, table).toEqual([]);
  expect((await pool().query('select facts from profile where user_id = $1', [seller.id])).rows).toEqual([
    { facts: null },
  ]);
});
