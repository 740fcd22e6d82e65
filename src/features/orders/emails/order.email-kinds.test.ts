import { afterAll, beforeAll, expect, test } from 'vitest';
import { releaseStock } from '#features/listings/index.server.ts';
import { addMs, dayMonthYear, dayMs, hourMs, minuteMs } from '#kernel/time.ts';
import { write } from '#platform/outbox/write.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import type { Order } from '../contract.ts';
import { buyPlaced, cards, makePremium, passTime, pay, putUpForSale, signInAgain } from '../testing.ts';
import { mailUpdates } from './email-updates.server.ts';

let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;

beforeAll(async () => {
  market = await startTestMarket();
  [seller, buyer] = await Promise.all([market.signUp('mara_mailed'), market.signUp('ben_mailed')]);
  await makePremium(market, seller);
  await passTime(market);
});
afterAll(() => market.close());

interface Mail {
  to: string;
  subject: string;
  text: string;
  messageId: string;
  headers: Record<string, string>;
}

/** The mails about an order, oldest first, as `seller: subject`. */
async function mailsAbout(order: Order): Promise<Mail[]> {
  await market.runJobs();
  const { body } = await market.request<Mail[]>('GET', '/sandbox/mail.json');
  return body.filter(({ messageId }) => messageId.includes(order.id)).reverse();
}
const notified = async (order: Order) =>
  (await mailsAbout(order)).map(({ to, subject }) => `${to.split('_')[0]}: ${subject}`).sort();
const act = (member: TestMember, verb: string, { id }: Order, body: Record<string, unknown> = {}) =>
  market.request('POST', `/api/orders/${id}/${verb}`, { as: member, body });
const prefer = (member: TestMember, body: unknown) =>
  market.request('PUT', '/api/notifications/preferences', { as: member, body });

async function paidOrder(): Promise<Order> {
  const shipping = [{ name: 'Letter', price: { amount: 250, currency: 'USD' as const }, tracked: false }];
  const { order, checkoutUrl } = await buyPlaced(market, buyer, await putUpForSale(market, seller, { shipping }));
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  return order;
}

async function later(ms: number): Promise<void> {
  await passTime(market, ms);
  seller = await signInAgain(market, seller);
  buyer = await signInAgain(market, buyer);
}

test('both sides are notified of each step of a sale once, from payment to completion', async () => {
  const order = await paidOrder();
  const paid = await mailsAbout(order);
  expect(paid.map(({ to, subject }) => [to, subject]).sort()).toEqual([
    [buyer.email, 'Receipt: Charizard'],
    [seller.email, 'You sold Charizard'],
  ]);
  const [receipt, sold] = [paid.find(({ to }) => to === buyer.email), paid.find(({ to }) => to === seller.email)];
  expect(receipt?.text).toMatch(/1 × Charizard: \$12\.99\nLetter, not tracked: \$2\.50\nTotal paid: \$15\.49/);
  expect(receipt?.headers).toEqual({ 'auto-submitted': 'auto-generated' });
  expect(sold?.text).toContain(
    `ben_mailed paid for this order. Ship by ${dayMonthYear(addMs(new Date(order.createdAt), 7 * dayMs))}.`,
  );
  expect(sold?.text).toContain(`${market.url}/orders/${order.id}`);
  expect(sold?.text).toContain('You’re receiving this email because you sold a card.');
  expect(sold?.headers['list-unsubscribe']).toMatch(/^<http:\/\/127\.0\.0\.1:\d+\/unsubscribe\?token=sales\./);
  expect(sold?.text).not.toContain('Sample Street');

  await act(seller, 'ship', order, { carrier: 'La Poste', trackingNumber: '6A123' });
  await market.runJobs();
  await act(buyer, 'deliver', order);
  await market.runJobs();
  await later(3 * dayMs + minuteMs);
  expect(await notified(order)).toEqual([
    'ben: Receipt: Charizard',
    'ben: Shipped: Charizard',
    'mara: Delivered: Charizard',
    'mara: Sale completed: Charizard',
    'mara: You sold Charizard',
  ]);
  const sent = (await mailsAbout(order)).find(({ subject }) => subject.startsWith('Shipped'));
  expect(sent?.text).toContain('Carrier: La Poste\nTracking number: 6A123');
});

test('an order that ends unpaid sends no email', async () => {
  const { order } = await buyPlaced(market, buyer, await putUpForSale(market, seller));
  await act(buyer, 'cancel', order);
  const { order: left } = await buyPlaced(market, buyer, await putUpForSale(market, seller));
  await later(hourMs);
  expect([await notified(order), await notified(left)]).toEqual([[], []]);
});

test('the buyer is notified of refunds: canceled order, in part, in full, and after the hold', async () => {
  const off = await paidOrder();
  await act(seller, 'cancel', off, { reason: 'https://evil.example' });
  expect(await notified(off)).toEqual([
    'ben: Cancelled: Charizard',
    'ben: Receipt: Charizard',
    'mara: You sold Charizard',
  ]);
  const [mail] = (await mailsAbout(off)).filter(({ subject }) => subject.startsWith('Cancelled'));
  expect(mail?.text).toContain('mara_mailed cancelled the order. You’ll get a refund of $15.49');
  expect(mail?.text).not.toContain('evil.example');

  const part = await paidOrder();
  await act(seller, 'refund', part, { amount: 200 });
  await act(seller, 'refund', part, { amount: 100 });
  const parts = (await mailsAbout(part)).filter(({ subject }) => subject.startsWith('Partial refund'));
  expect(parts.map(({ text }) => /total \$[\d.]+/.exec(text)?.[0])).toEqual(['total $2.00', 'total $3.00']);
  await act(seller, 'refund', part);
  expect(await notified(part)).toContain('ben: Refunded: Charizard');

  const listingId = await putUpForSale(market, seller);
  const late = await buyPlaced(market, buyer, listingId);
  // The hold ends and the copy is gone before the bank is done: what it says comes to an order that is over.
  await market.platform.pool.query("update orders set status = 'canceled', hold_slot = null where id = $1", [
    late.order.id,
  ]);
  await write(market.platform, (tx) => releaseStock(tx, { listingId, quantity: 1, now: market.clock.now() }));
  expect((await market.request('POST', `/api/listings/${listingId}/pause`, { as: seller })).status).toBe(200);
  await pay(late.checkoutUrl, cards.good);
  await passTime(market);
  expect(await notified(late.order)).toEqual(['ben: Late payment refunded: Charizard']);
});

test('emails about a parcel that neither side reports on, a problem, and its end', async () => {
  const order = await paidOrder();
  await act(seller, 'ship', order, { carrier: 'Post' });
  await later(21 * dayMs + minuteMs);
  expect((await notified(order)).slice(0, 1)).toEqual(['ben: Marked as delivered: Charizard']);
  expect(await notified(order)).toContain('mara: Marked as delivered: Charizard');
  await prefer(seller, { mails: { sales: false } });
  await act(buyer, 'dispute', order, { reason: 'damaged', text: 'Answer at https://evil.example' });
  const problem = (await mailsAbout(order)).find(({ subject }) => subject.startsWith('Problem reported'));
  expect([problem?.to, problem?.headers['list-unsubscribe']]).toEqual([seller.email, undefined]);
  expect(problem?.text).toContain('ben_mailed reported a problem with this order: Damaged.');
  expect(problem?.text).not.toContain('evil.example');
  await prefer(seller, { mails: { sales: true } });
  expect((await act(buyer, 'settle', order)).body).toMatchObject({ status: 'completed' });
  expect(await notified(order)).toContain('mara: Problem closed: Charizard');
});

test('a seller who wants no mails of sales gets none, the buyer his; receipts go whatever the buyer chose', async () => {
  await prefer(seller, { mails: { sales: false } });
  await prefer(buyer, { mails: { purchases: false }, pause: { until: null } });
  const order = await paidOrder();
  await act(seller, 'ship', order, { carrier: 'Post' });
  expect(await notified(order)).toEqual(['ben: Receipt: Charizard']);
  await prefer(buyer, { mails: { purchases: true }, pause: null });
  await prefer(seller, { mails: { sales: true } });
  expect(await notified(order)).toEqual(['ben: Receipt: Charizard']);
});

test('during a pause nothing optional goes, and nothing is sent after it', async () => {
  const until = new Date(market.clock.now().getTime() + dayMs).toISOString();
  await prefer(seller, { pause: { until } });
  const quiet = await paidOrder();
  expect(await notified(quiet)).toEqual(['ben: Receipt: Charizard']);
  await later(dayMs + minuteMs);
  expect(await notified(quiet)).toEqual(['ben: Receipt: Charizard']);
  expect(await notified(await paidOrder())).toContain('mara: You sold Charizard');
});

test('a job that runs twice, at once, or after a mail server that was away, mails once', async () => {
  const order = await paidOrder();
  const before = await notified(order);
  const { rows } = await market.platform.pool.query(
    "select json_build_object('subject', subject, 'version', version, 'data', data) as payload from outbox_event where kind = 'order.news' and subject = $1",
    [order.id],
  );
  const again = "select graphile_worker.add_job('orders.mail-news', $1::json) from generate_series(1, 6)";
  await market.platform.pool.query(again, [JSON.stringify(rows[0].payload)]);
  expect(await notified(order)).toEqual(before);

  await act(seller, 'ship', order, { carrier: 'Post' });
  await market.runJobs();
  const { version } = (await market.request('GET', `/api/orders/${order.id}`, { as: buyer })).body;
  const send = market.platform.mail.send;
  let tries = 0;
  const unsteady = {
    ...market.platform,
    mail: {
      ...market.platform.mail,
      send: async (...mail: Parameters<typeof send>) => {
        if (++tries === 1) throw new Error('421 try again later');
        return send(...mail);
      },
    },
  };
  const later = version + 1_000;
  await expect(mailUpdates(unsteady, order.id, later, ['sent'])).rejects.toThrow('421');
  await mailUpdates(unsteady, order.id, later, ['sent']);
  await mailUpdates(unsteady, order.id, later, ['sent']);
  const ids = (await mailsAbout(order)).map(({ messageId }) => messageId);
  expect(ids.filter((id) => id.includes(`-${later}@`))).toHaveLength(1);
  expect(new Set(ids).size).toBe(ids.length);
});

test('an outdated email is not sent', async () => {
  const order = await paidOrder();
  await act(seller, 'cancel', order);
  const before = await notified(order);
  await mailUpdates(market.platform, order.id, 999, ['sold', 'sent', 'problem']);
  expect(await notified(order)).toEqual(before);
});

test('suspended members get no mail', async () => {
  const { order, checkoutUrl } = await buyPlaced(market, buyer, await putUpForSale(market, seller));
  await market.platform.pool.query("update auth_user set suspended_at = now(), suspended_reason = 'x' where id = $1", [
    seller.id,
  ]);
  await pay(checkoutUrl);
  await passTime(market);
  expect(await notified(order)).toEqual(['ben: Receipt: Charizard']);
  await market.platform.pool.query('update auth_user set suspended_at = null, suspended_reason = null where id = $1', [
    seller.id,
  ]);
});

test('members who have gone get no mail', async () => {
  const goer = await market.signUp('gone_mailed');
  const { order, checkoutUrl } = await buyPlaced(market, goer, await putUpForSale(market, seller));
  await pay(checkoutUrl);
  await passTime(market);
  await market.platform.pool.query("update orders set status = 'completed' where id = $1", [order.id]);
  const fresh = await signInAgain(market, goer);
  const gone = await market.request('POST', '/api/users/delete-account', {
    as: fresh,
    body: { password: goer.password },
  });
  expect([gone.status, gone.body]).toMatchObject([200, { success: true }]);
  const before = await notified(order);
  await mailUpdates(market.platform, order.id, 999, ['receipt', 'money_back']);
  expect(await notified(order)).toEqual(before);
});
