import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { changeFigures } from '#features/shipping/index.server.ts';
import { firstFigures } from '#features/shipping/words.ts';
import { addMs, dayMonthYear, dayMs, hourMs, minuteMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import type { Order } from '../contract.ts';
import { auditOrders, makeAdmin, makePremium, passTime, placePaidOrder, readOrderAs, signInAgain } from '../testing.ts';
import { caseTimes } from './case.process.ts';

let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
let admin: TestMember;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  [seller, buyer, admin] = await Promise.all([
    market.signUp('lost_sells'),
    market.signUp('lost_buys'),
    market.signUp('lost_admin'),
  ]);
  await makePremium(market, seller);
  await makeAdmin(market, admin);
});
afterEach(async () => {
  await passTime(market);
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});
afterAll(() => market?.close());

const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;
const act = (as: TestMember, id: string, verb: string, body: object = {}) =>
  market.request('POST', `/api/orders/${id}/${verb}`, { as, body });
const read = (id: string, as = buyer): Promise<Order> => readOrderAs(market, as, id);
const seen = async (id: string) => ({ version: (await read(id)).case?.version });
const report = (id: string) => act(buyer, id, 'dispute', { reason: 'not_received', text: 'It is not here.' });
const refunds = (id: string) =>
  rows('select amount::int, covered_amount::int as covered, cause, state from refund where order_id = $1', [id]);
const subjectsTo = async ({ email }: TestMember, id: string) =>
  (await rows('select subject from sandbox_mail where recipient = $1 and body_text like $2', [email, `%${id}%`])).map(
    ({ subject }) => subject.split(':')[0],
  );

/** Sessions end in days. */
async function pass(ms: number): Promise<void> {
  await passTime(market, ms);
  [seller, buyer, admin] = await Promise.all([
    signInAgain(market, seller),
    signInAgain(market, buyer),
    signInAgain(market, admin),
  ]);
}

async function shippedOrder(tracking: object): Promise<Order> {
  const { id } = await placePaidOrder(market, seller, buyer);
  expect((await act(seller, id, 'ship', { carrier: 'DHL', ...tracking })).status).toBe(200);
  return read(id);
}

/** Shipped, and reported on the first day on which that is possible. */
async function missingOrders(count: number, tracking: object): Promise<string[]> {
  const shipped = [];
  for (let n = 0; n < count; n++) shipped.push(await shippedOrder(tracking));
  await pass(new Date(shipped.at(-1)?.reportMissingFrom ?? 0).getTime() - market.clock.now().getTime());
  for (const { id } of shipped)
    expect((await report(id)).body).toMatchObject({ status: 'disputed', case: { kind: 'not_arrived', state: 'open' } });
  return shipped.map(({ id }) => id);
}
async function missingOrder(tracking: object): Promise<string> {
  return (await missingOrders(1, tracking))[0] ?? '';
}

const tracked = { trackingNumber: 'JD0146' };

test('an order is reported as not received only from the day that its buyer is shown', async () => {
  const { id, reportMissingFrom, history } = await shippedOrder(tracked);
  const from = new Date(reportMissingFrom ?? 0);
  // The country it ships from is not known.
  expect(from).toEqual(addMs(new Date(history.at(-1)?.at ?? 0), 17 * dayMs));
  const early = await report(id);
  expect(early).toMatchObject({ status: 409, body: { code: 'too_early', from: reportMissingFrom } });
  expect(early.body.message).toContain(dayMonthYear(from));
  expect((await read(id)).status).toBe('shipped');
  // Other problems don't wait.
  const other = await shippedOrder(tracked);
  const damaged = await act(buyer, other.id, 'dispute', { reason: 'damaged', text: 'It is torn.' });
  expect(damaged.body).toMatchObject({ status: 'disputed', case: { kind: 'problem' } });
  await pass(from.getTime() - market.clock.now().getTime() - minuteMs);
  expect(await report(id)).toMatchObject({ status: 409, body: { code: 'too_early' } });
  await pass(minuteMs);
  expect((await report(id)).body).toMatchObject({ status: 'disputed', case: { kind: 'not_arrived' } });
});

test('both sides read that the order was not received, and see no photos of the listing to compare', async () => {
  const id = await missingOrder(tracked);
  const page = async (as: TestMember) =>
    (await market.request<string>('GET', `/orders/${id}`, { as })).body.replaceAll('<!-- -->', '');
  const [bought, sold] = [await page(buyer), await page(seller)];
  expect(bought).toContain('You reported this order as not received.');
  expect(sold).toContain('lost_buys reported this order as not received.');
  expect([bought, sold].map((html) => html.includes('From the listing'))).toEqual([false, false]);
  expect([bought, sold].map((html) => html.includes('Photos of the problem'))).toEqual([true, false]);
});

test('a buyer who confirmed delivery can’t report the order as not received', async () => {
  const { id } = await shippedOrder({});
  await act(buyer, id, 'deliver');
  const answer = await report(id);
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ['reason']]);
});

test('a seller who neither agrees nor shows the delivery bears the loss: the buyer is refunded by the clock', async () => {
  const id = await missingOrder(tracked);
  expect((await read(id, seller)).case?.actions).toEqual(['propose', 'show_delivery']);
  const returned = await act(seller, id, 'case/propose', { ...(await seen(id)), proposal: 'return' });
  expect([returned.status, Object.keys(returned.body.errors ?? {})]).toEqual([422, ['proposal']]);
  await pass(caseTimes.agreeWithinMs - hourMs);
  expect((await read(id)).status).toBe('disputed');
  await pass(hourMs);
  expect(await read(id)).toMatchObject({ status: 'refunded', case: null });
  expect(await refunds(id)).toEqual([{ amount: 1_299, covered: 0, cause: 'not_arrived', state: 'done' }]);
  expect(await subjectsTo(buyer, id)).toContain('Not received, refunded');
  expect(await subjectsTo(seller, id)).toContain('Not received, refunded');
});

test('tracking shows the delivery: without an objection the order is completed, contested an admin decides', async () => {
  const [silent = '', contested = ''] = await missingOrders(2, tracked);
  for (const id of [silent, contested]) {
    expect((await act(buyer, id, 'case/show-delivery', await seen(id))).status).toBe(409);
    const shown = await act(seller, id, 'case/show-delivery', await seen(id));
    expect(shown.body).toMatchObject({ case: { state: 'delivery_shown', actions: [] } });
  }
  expect((await read(contested)).case?.actions).toEqual(['contest_delivery']);
  const said = { ...(await seen(contested)), reason: 'My mailbox is empty' };
  expect((await act(buyer, contested, 'case/contest-delivery', said)).body).toMatchObject({
    case: { state: 'decision' },
  });
  expect(await rows('select decision_asked_at as at from orders where id = $1', [contested])).toEqual([
    { at: expect.any(Date) },
  ]);
  await pass(caseTimes.contestWithinMs);
  expect(await read(silent)).toMatchObject({ status: 'completed', refunded: null });
  expect(await read(contested)).toMatchObject({ status: 'disputed', case: { state: 'decision' } });
  const decided = await market.request('POST', `/api/admin/orders/${contested}/decision`, {
    as: admin,
    body: { decision: 'refund', reason: 'The carrier confirms the loss.' },
  });
  expect(decided.status).toBe(200);
  expect(await read(contested)).toMatchObject({ status: 'refunded', case: null });
  await passTime(market);
  expect(await subjectsTo(buyer, silent)).toEqual(
    expect.arrayContaining(['Delivery shown by tracking', 'Closed without refund']),
  );
  expect(await subjectsTo(seller, contested)).toContain('We’ll decide');
});

test('without tracking the market bears what its figure says, and the seller is paid that much', async () => {
  await changeFigures(market.platform, admin.id, { ...firstFigures, untrackedCover: 1_000, note: null });
  const id = await missingOrder({});
  expect((await read(id, seller)).case?.actions).toEqual(['propose']);
  await pass(caseTimes.agreeWithinMs);
  await passTime(market);
  expect(await refunds(id)).toEqual([{ amount: 1_299, covered: 1_000, cause: 'not_arrived', state: 'done' }]);
  expect(await read(id)).toMatchObject({ status: 'completed', refunded: { amount: 1_299 }, covered: null });
  expect(await read(id, seller)).toMatchObject({ covered: { amount: 1_000 } });
  const books = await rows(
    "select account, sum(amount)::int as sum from ledger_entry where order_id = $1 and account in ('order', 'seller', 'fee', 'loss') group by 1 having sum(amount) <> 0 order by 1",
    [id],
  );
  expect(books.find(({ account }) => account === 'loss')).toEqual({ account: 'loss', sum: 1_000 });
  expect(books.filter(({ account }) => account !== 'loss').reduce((sum, one) => sum + one.sum, 0)).toBe(-1_000);
  expect(await subjectsTo(seller, id)).toContain('Not received, loss covered');
  await changeFigures(market.platform, admin.id, { ...firstFigures, note: null });
});

test('a parcel that arrives after all ends it, and a requested decision stops the clock', async () => {
  const [arrived = '', asked = ''] = await missingOrders(2, {});
  expect((await act(buyer, arrived, 'settle')).body).toMatchObject({ status: 'completed', case: null });
  await pass(3 * dayMs);
  expect((await act(seller, asked, 'ask-decision')).status).toBe(200);
  await pass(caseTimes.agreeWithinMs);
  expect(await read(asked)).toMatchObject({ status: 'disputed', case: { state: 'decision' } });
  expect(await refunds(asked)).toEqual([]);
});
