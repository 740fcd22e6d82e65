import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { dayMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { orderNumber } from '../model/order.number.ts';
import { placePurchase } from '../purchase/place-purchase.server.ts';
import {
  auditOrders,
  bankDoes,
  makeAdmin,
  makePremium,
  passTime,
  pay,
  placePaidOrder,
  putUpForSale,
  setFaults,
  signInAgain,
} from '../testing.ts';
import { printEvidence } from './evidence-file.server.ts';
import { sendEvidence } from './send-evidence.server.ts';

/** The file that goes to the bank with the evidence of a payment dispute. */
let market: TestMarket;
let sellers: TestMember[];
let [buyer, admin] = [] as unknown as [TestMember, TestMember];
beforeAll(async () => {
  market = await startTestMarket();
  sellers = await Promise.all(['mara_sells', 'nora_sells', 'olga_sells'].map((name) => market.signUp(name)));
  [buyer, admin] = [await market.signUp('ben_buys'), await market.signUp('ada_admin')];
  for (const seller of sellers) await makePremium(market, seller);
  await makeAdmin(market, admin);
}, 60_000);
afterEach(async () => {
  await setFaults(market, null);
  await passTime(market);
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});
afterAll(() => market?.close());

const rows = async (text: string, values: unknown[] = []) => (await market.platform.pool.query(text, values)).rows;
const call = async (as: TestMember, path: string, body: object) => {
  const answer = await market.request('POST', path, { as, body });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
};
const evidence = async (orderId: string, chargebackId: string) =>
  market.request('POST', `/api/admin/orders/${orderId}/chargebacks/${chargebackId}/evidence`, {
    as: await signInAgain(market, admin),
    body: { statement: 'Sent and delivered.' },
  });
async function dispute(of: { orderId: string } | { purchaseId: string }): Promise<string> {
  const { id } = await bankDoes(market, 'disputes', of);
  await passTime(market);
  return id;
}
/** Each page's text, and how far each line is from the lower edge. */
async function read(orderId: string, chargebackId: string) {
  const document = await getDocumentProxy(
    new Uint8Array(await printEvidence(market.platform, { orderId, chargebackId })),
  );
  const { text } = await extractText(document, { mergePages: false });
  const heights: number[] = [];
  for (let no = 1; no <= document.numPages; no++)
    for (const item of (await (await document.getPage(no)).getTextContent()).items)
      if ('str' in item && item.str.trim() !== '') heights.push(item.transform[5]);
  return { pages: text.map((page) => page.replace(/\s+/g, ' ')), lowest: Math.min(...heights) };
}

test('one file has the records of all three orders of a payment, then their messages; the bank gets it with the evidence', async () => {
  const listingIds = await Promise.all(sellers.map((seller) => putUpForSale(market, seller, { price: 1_000 })));
  const [first] = sellers as [TestMember];
  const listingId = listingIds[0] as string;
  const long = `It is sharp ${'and well centered, '.repeat(100)}to the last word.`;
  const { id: threadId } = await call(buyer, '/api/threads', {
    recipientId: first.id,
    listingId,
    text: 'Is it sharp?',
  });
  await call(first, `/api/threads/${threadId}/messages`, { text: long });
  const { purchase, checkoutUrl } = await placePurchase(market.platform, {
    buyerId: buyer.id,
    source: { lines: listingIds.map((id) => ({ listingId: id, quantity: 1 })), offerIds: [] },
    mode: 'all',
    currency: 'USD',
  });
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  const ids = purchase.orders.map(({ id }) => id);
  const orderId = ids[0] as string;
  await call(first, `/api/orders/${orderId}/ship`, { carrier: 'DHL', trackingNumber: 'JD0146' });
  await call(buyer, `/api/orders/${orderId}/deliver`, {});
  const chargebackId = await dispute({ purchaseId: purchase.id });

  const { pages, lowest } = await read(orderId, chargebackId);
  const text = pages.join(' ');
  const [{ address }] = await rows('select address from orders where id = $1', [orderId]);
  const places = [
    `payment dispute ${chargebackId}`,
    'Reason: fraudulent.',
    'Rules for delivery and losses:',
    'sold by mara_sells to ben_buys',
    '1 × trading card Charizard (condition near mint',
    `Address: ${address.line1}`,
    'Shipped by: DHL, JD0146',
    ': shipped, by the seller.',
    ': delivered, by the buyer.',
    'sold by nora_sells to ben_buys',
    'Shipped by: no carrier given',
    'sold by olga_sells to ben_buys',
    'Messages about order',
    'ben_buys: Is it sharp?',
    'mara_sells: It is sharp and well centered,',
    'to the last word.',
    'No messages between buyer and seller.',
  ].map((part) => [part, text.indexOf(part)] as const);
  expect(places.filter(([, at]) => at < 0)).toEqual([]);
  expect([...places].sort(([, a], [, b]) => a - b)).toEqual(places);
  expect([text.match(/trading card Charizard/g)?.length, text.match(/Messages about order/g)?.length]).toEqual([3, 3]);
  for (const id of ids) expect(text).toContain(`Messages about order ${orderNumber(id)}`);
  expect(lowest).toBeGreaterThan(50);

  expect((await evidence(orderId, chargebackId)).status).toBe(200);
  await passTime(market);
  const atStripe = await market.platform.payments.stripe.disputes.retrieve(chargebackId);
  expect(atStripe).toMatchObject({ status: 'under_review', evidence_details: { submission_count: 1 } });
  const file = await market.platform.payments.stripe.files.retrieve(String(atStripe.evidence.uncategorized_file));
  expect(file).toMatchObject({ purpose: 'dispute_evidence', filename: 'evidence.pdf', type: 'pdf' });
  expect(file.size).toBeGreaterThan(10_000);
  expect(await rows("select by, subject from audit_log where act = 'evidence.sent'")).toEqual([
    { by: admin.id, subject: orderId },
  ]);
  expect((await evidence(orderId, chargebackId)).body).toMatchObject({
    code: 'evidence_not_wanted',
    message: 'Evidence was already submitted. The bank accepts it only once.',
  });
});

test('a long record ends after the pages that banks take, and says so', async () => {
  const [seller] = sellers as [TestMember];
  const { id } = await placePaidOrder(market, await signInAgain(market, seller), await signInAgain(market, buyer));
  await rows(
    `insert into order_history (order_id, status, at, by, note) select order_id, status, at, by, repeat('many words ', 40 + n * 7 % 120)
     from order_history, generate_series(1, 90) n where order_id = $1`,
    [id],
  );
  const { pages, lowest } = await read(id, await dispute({ orderId: id }));
  expect([pages.length, pages.at(-1)]).toEqual([16, 'The rest of the record is left out.']);
  expect(lowest).toBeGreaterThan(50);
  await rows(
    'delete from order_history where order_id = $1 and id > (select min(id) + 3 from order_history where order_id = $1)',
    [id],
  );
});

test('evidence that fails on its way is sent by the next try, once, with the file that was uploaded', async () => {
  const [seller] = sellers as [TestMember];
  const { id } = await placePaidOrder(market, await signInAgain(market, seller), await signInAgain(market, buyer));
  const chargebackId = await dispute({ orderId: id });
  const files = async () => (await rows("select id from sandbox_stripe_object where object = 'file'")).length;
  const before = await files();
  await setFaults(market, { down: true });
  expect((await evidence(id, chargebackId)).status).toBe(200);
  await passTime(market);
  await setFaults(market, null);
  const { payments } = market.platform;
  const disputes = Object.create(payments.stripe.disputes, {
    update: { value: () => Promise.reject(new Error('no answer')) },
  });
  const stripe = Object.create(payments.stripe, { disputes: { value: disputes } });
  const failing = { ...market.platform, payments: { ...payments, stripe } };
  await expect(sendEvidence(failing, chargebackId)).rejects.toThrow('no answer');
  await sendEvidence(market.platform, chargebackId);
  await sendEvidence(market.platform, chargebackId);
  const { evidence: sent, ...atStripe } = await payments.stripe.disputes.retrieve(chargebackId);
  expect(atStripe).toMatchObject({ status: 'under_review', evidence_details: { submission_count: 1 } });
  expect([
    (await files()) - before,
    await rows('select evidence_file, evidence_failure from chargeback where id = $1', [chargebackId]),
  ]).toEqual([1, [{ evidence_file: sent.uncategorized_file, evidence_failure: null }]]);
});

test('a bank that has decided takes no evidence', async () => {
  const [seller] = sellers as [TestMember];
  const { id } = await placePaidOrder(market, await signInAgain(market, seller), await signInAgain(market, buyer));
  const chargebackId = await dispute({ orderId: id });
  await passTime(market, 8 * dayMs);
  expect(await evidence(id, chargebackId)).toMatchObject({
    status: 409,
    body: { code: 'evidence_not_wanted', message: 'The bank no longer accepts evidence.' },
  });
});
