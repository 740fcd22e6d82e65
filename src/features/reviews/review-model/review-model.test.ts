import { afterAll, beforeAll, expect, test } from 'vitest';
import { buyPlaced, makePremium, passTime, pay, putUpForSale, signInAgain } from '#features/orders/testing.ts';
import { dayMs, hourMs, minuteMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { pick, seeded } from '../../../../dev/demo/seeded.ts';
import { ReviewModel, type Said } from './model.testing.ts';

let market: TestMarket;
let admin: TestMember;
/** Buys and sells nothing, and reports what they read. */
let reader: TestMember;
let people: TestMember[];
beforeAll(async () => {
  market = await startTestMarket();
  const person = async () => {
    const member = await market.signUp();
    await makePremium(market, member);
    return member;
  };
  // Sellers never buy: with the one card of the sandbox they would seem to buy from themselves.
  people = [await person(), await person(), await person(), await person()];
  [admin, reader] = [await person(), await person()];
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [admin.id]);
}, 60_000);
afterAll(() => market?.close());

const now = () => market.clock.now().getTime();
const memberOf = (id: string) => people.find((one) => one.id === id) as TestMember;
const idsOf = new Map<Said, string>();

/** Steps from one showing to the next, so that each has a moment of its own, as in the model. */
async function wait(model: ReviewModel, ms: number): Promise<void> {
  const end = now() + ms;
  for (let next = model.nextShown(); next !== null && next < end; next = model.nextShown()) {
    await passTime(market, Math.max(0, Math.ceil((next - now()) / 1_000) * 1_000));
    model.timeIs(now());
  }
  await passTime(market, Math.max(0, Math.ceil((end - now()) / 1_000) * 1_000));
  model.timeIs(now());
  if (ms < hourMs) return;
  for (const [at, member] of people.entries()) people[at] = await signInAgain(market, member);
  [admin, reader] = [await signInAgain(market, admin), await signInAgain(market, reader)];
}

async function trade(model: ReviewModel, seller: TestMember, buyer: TestMember, isDelivered: boolean): Promise<void> {
  const { order, checkoutUrl } = await buyPlaced(market, buyer, await putUpForSale(market, seller));
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  if (isDelivered) {
    expect(
      (await market.request('POST', `/api/orders/${order.id}/ship`, { as: seller, body: { carrier: 'Post' } })).status,
    ).toBe(200);
    expect((await market.request('POST', `/api/orders/${order.id}/deliver`, { as: buyer, body: {} })).status).toBe(200);
  }
  model.trades.set(order.id, {
    id: order.id,
    seller: seller.id,
    buyer: buyer.id,
    deliveredAt: isDelivered ? now() : null,
    isReported: false,
  });
}

/** The public view: the reviews, their answers and whether they count, the average, and the number of orders in it. */
async function expectAsModel(model: ReviewModel, after: string): Promise<void> {
  await market.runJobs();
  for (const { id } of people) {
    const { items } = (await market.request('GET', `/api/profiles/${id}/reviews?limit=100`)).body;
    const read = items.map((one: { id: string; rating: number; counts: boolean; reply: { text: string } | null }) => {
      return { id: one.id, rating: one.rating, counts: one.counts, reply: one.reply?.text ?? null };
    });
    const meant = model
      .visibleOf(id)
      .map((one) => ({ id: idsOf.get(one) ?? '', rating: one.rating, counts: one.counts, reply: one.reply }));
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    expect(read.sort(byId), after).toEqual(meant.sort(byId));
    const profile = (await market.request('GET', `/api/profiles/${id}`)).body;
    expect([profile.rating, profile.ratingCount], after).toEqual(model.ratingOf(id));
    const sold = [...model.trades.values()].filter(({ seller }) => seller === id);
    expect(profile.facts.orders.value, after).toBe(sold.length);
    expect(profile.facts.reported.value, after).toBe(sold.filter(({ isReported }) => isReported).length);
  }
}

test('[EN-02] over random histories everybody reads the reviews, the average and the facts that a plain model of the rules has', {
  timeout: 400_000,
}, async () => {
  const random = seeded(Number(process.env.REVIEW_MODEL_SEED ?? 12));
  const any = <T>(values: readonly T[]): T => pick(random, values);
  const model = new ReviewModel();
  const moves = [
    'trade',
    'trade',
    'write',
    'write',
    'write',
    'write',
    'reply',
    'hide',
    'release',
    'report',
    'problem',
    'wait',
    'wait',
  ] as const;
  const seen = new Set<string>();
  for (let step = 0; step < Number(process.env.REVIEW_MODEL_STEPS ?? 90); step++) {
    const move = any(moves);
    const [order, one] = [any([...model.trades.values(), null]), any([...model.said, null])];
    const who = any(people);
    let answer: [status: number, meant: number] | null = null;
    if (move === 'trade') await trade(model, any(people.slice(0, 2)), any(people.slice(2)), random() < 0.9);
    if (move === 'write' && order) {
      const by = random() < 0.9 ? memberOf(any([order.seller, order.buyer])) : who;
      const rating = 1 + Math.floor(random() * 5);
      const { status, body } = await market.request('POST', `/api/orders/${order.id}/review`, {
        as: by,
        body: { rating },
      });
      answer = [status, model.write(order.id, by.id, rating, now())];
      const said = model.said.find((each) => each.order === order.id && each.author === by.id);
      if (said && status === 201) idsOf.set(said, body.id);
    }
    const at = one && idsOf.get(one);
    if (move === 'reply' && one) {
      const by = random() < 0.7 ? memberOf(one.about) : who;
      const { status } = await market.request('POST', `/api/reviews/${at}/reply`, {
        as: by,
        body: { text: `Thanks ${step}` },
      });
      answer = [status, model.reply(one, by.id, `Thanks ${step}`)];
    }
    if (move === 'hide' && one) {
      const { status } = await market.request('POST', `/api/admin/reviews/${at}/hide`, {
        as: admin,
        body: { reason: 'Not about the order.' },
      });
      answer = [status, model.hide(one)];
    }
    if (move === 'release' && one) {
      const { status } = await market.request('DELETE', `/api/admin/reviews/${at}/hide`, { as: admin });
      answer = [status, model.release(one)];
    }
    if (move === 'report' && one) {
      const body = { subject: { kind: 'review', id: at }, reason: 'other', text: 'Untrue.' };
      answer = [
        (await market.request('POST', '/api/reports', { as: reader, body })).status,
        model.report(one, reader.id),
      ];
    }
    if (move === 'problem' && order && order.deliveredAt !== null && !order.isReported) {
      const body = { reason: 'not_as_described', text: 'The corner is bent.' };
      const { status } = await market.request('POST', `/api/orders/${order.id}/dispute`, {
        as: memberOf(order.buyer),
        body,
      });
      if (status === 200) order.isReported = true;
    }
    if (move === 'wait') await wait(model, any([5 * hourMs, 25 * hourMs, 4 * dayMs, 12 * dayMs]));
    else await wait(model, minuteMs);
    const after = `step ${step}: ${move}, answered ${answer?.[0] ?? 'nothing'}`;
    if (answer) expect(answer[0], after).toBe(answer[1]);
    seen.add(`${move} ${answer?.[0] ?? ''}`);
    await expectAsModel(model, after);
  }
  // The histories were worth walking: something was shown, hidden, answered, refused, and did not count.
  for (const needed of ['write 201', 'write 409', 'reply 201', 'hide 200', 'release 200', 'report 201'])
    expect([...seen]).toContain(needed);
  expect(model.said.some(({ shownAt, counts, isHidden }) => shownAt !== null && !counts && !isHidden)).toBe(true);
});
