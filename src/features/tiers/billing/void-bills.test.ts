import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { mailInvoiceJob, voidBillsJob } from '../model/tier.jobs.ts';
import { convergeSubscription } from '../subscription/converge-subscription.server.ts';
import { reconcileSubscriptions } from '../subscription/reconcile-subscriptions.server.ts';
import { cards, mailsTo, passTime, recordOf, setFaults, signInAgain, subscriber } from '../testing.ts';
import { voidBills } from './void-bills.server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterEach(() => setFaults(market, null));
afterAll(() => market?.close());

/** A member whose first renewal failed, and the bill that waits. */
async function owing(name: string) {
  const payer = await subscriber(market, name, cards.failsLater);
  await passTime(market, 31.5);
  const member = await signInAgain(market, payer);
  const { stripe_customer_id: customer, stripe_subscription_id: id, status } = await recordOf(market, member);
  expect(status).toBe('past_due');
  const { data } = await market.platform.payments.stripe.invoices.list({ customer, status: 'open' });
  expect(data).toHaveLength(1);
  return {
    member,
    customer: String(customer),
    id: String(id),
    bill: data[0]?.id ?? '',
    page: data[0]?.hosted_invoice_url ?? '',
  };
}

const statusOf = async (bill: string) => (await market.platform.payments.stripe.invoices.retrieve(bill)).status;
const payBill = async (page: string) =>
  (await fetch(`${page}/pay`, { method: 'POST', body: new URLSearchParams({ cardNumber: cards.good }) })).status;
const bills = async (as: TestMember) => (await market.request('GET', '/api/stripe/invoices', { as })).body.items;
const failures = async (member: TestMember) =>
  (await mailsTo(market, member)).filter((mail) => /failed|ended/.test(mail.subject));

test('[AP-03] [ST-07] who cancels while a bill is due owes nothing: the bill is voided and cannot be paid any more', async () => {
  const { member, bill, page } = await owing('Voids_1');
  expect((await bills(member))[0]).toMatchObject({ status: 'open' });
  const answer = await market.request('POST', '/api/stripe/cancel-subscription', { as: member, body: {} });
  expect(answer.body.message).toBe('Subscription cancelled. You will not be charged again.');
  await market.runJobs();
  expect([await statusOf(bill), await payBill(page)]).toEqual(['void', 409]);
  expect((await bills(member)).map((one: { status: string }) => one.status)).toEqual(['void', 'paid']);
  // And it is written to about no failure that is not theirs any more.
  const before = (await failures(member)).length;
  await write(market.platform, async (tx) =>
    tx.enqueue(mailInvoiceJob, { userId: member.id, invoiceId: bill, kind: 'failed' }),
  );
  await market.runJobs();
  expect(await failures(member)).toHaveLength(before);
});

test('a bill of a subscription that goes on is left alone, and paying it brings premium back', async () => {
  const { member, customer, bill, page } = await owing('Voids_2');
  await voidBills(market.platform, customer);
  expect([await statusOf(bill), await payBill(page)]).toEqual(['open', 200]);
  await passTime(market);
  expect(await recordOf(market, member)).toMatchObject({ status: 'active', tier: 'premium' });
});

test('while Stripe is away the voiding waits and is made good', async () => {
  const { customer, id, bill } = await owing('Voids_3');
  await setFaults(market, { dropWebhooks: true });
  await market.platform.payments.stripe.subscriptions.cancel(id);
  await setFaults(market, { down: true, dropWebhooks: true });
  await write(market.platform, async (tx) => tx.enqueue(voidBillsJob, { customerId: customer }, { key: customer }));
  await market.runJobs();
  await setFaults(market, null);
  expect(await statusOf(bill)).toBe('open');
  await passTime(market, 1);
  expect(await statusOf(bill)).toBe('void');
});

test('a cancellation whose webhook or job was lost is recovered by the nightly reconciliation', async () => {
  for (const lost of ['webhook', 'job'] as const) {
    const { member, id, bill } = await owing(`Voids_${lost}`);
    await setFaults(market, { dropWebhooks: true });
    await market.platform.payments.stripe.subscriptions.cancel(id);
    // Our record says it already, and only the bill is left.
    if (lost === 'job')
      await market.platform.pool.query(
        "update subscription set status = 'canceled', current_plan = 'free' where user_id = $1",
        [member.id],
      );
    expect(await reconcileSubscriptions(market.platform)).toBeGreaterThan(0);
    await market.runJobs();
    expect([lost, await statusOf(bill)]).toEqual([lost, 'void']);
    await setFaults(market, null);
  }
});

test('the last try of a payment ends the subscription, its bill and its asking, and the mail says so', async () => {
  const { member, bill, page } = await owing('Voids_4');
  for (const days of [3.1, 5.1, 7.1]) await passTime(market, days);
  expect((await recordOf(market, member)).status).toBe('canceled');
  expect([await statusOf(bill), await payBill(page)]).toEqual(['void', 409]);
  const mails = await failures(member);
  expect(mails.map((mail) => mail.subject)).toEqual(['Premium ended', ...Array(3).fill('Premium payment failed')]);
  expect(mails[0]?.text).toContain('You don’t owe anything.');
});

test('[AP-05] a member who deletes the account while a bill is due is charged nothing afterwards', async () => {
  const { member, bill, page } = await owing('Voids_5');
  const answer = await market.request('POST', '/api/users/delete-account', {
    as: member,
    body: { password: member.password },
  });
  expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ success: true })]);
  await market.runJobs();
  expect([await statusOf(bill), await payBill(page)]).toEqual(['void', 409]);
});

test('a bill that was paid or voided a moment before is left as it is, and any other refusal is not hidden', async () => {
  const { customer, id, bill, page } = await owing('Voids_6');
  const { stripe } = market.platform.payments;
  await setFaults(market, { dropWebhooks: true });
  await stripe.subscriptions.cancel(id);
  const open = await stripe.invoices.list({ customer, status: 'open' });
  expect(await payBill(page)).toBe(200);
  // The list as it was read before that.
  const stale = withInvoices({
    list: (({ status }: { status: string }) => (status === 'open' ? open.data : [])) as never,
  });
  await voidBills(stale, customer);
  expect(await statusOf(bill)).toBe('paid');
  await setFaults(market, null);
  const second = await owing('Voids_7');
  await setFaults(market, { dropWebhooks: true });
  await stripe.subscriptions.cancel(second.id);
  const refusing = withInvoices({ voidInvoice: () => stripe.invoices.voidInvoice('in_unknown') });
  await expect(voidBills(refusing, second.customer)).rejects.toThrow("No such invoice: 'in_unknown'");
  await voidBills(market.platform, second.customer);
  await voidBills(market.platform, second.customer);
  expect(await statusOf(second.bill)).toBe('void');
});

test('a second subscription that was made in Stripe’s dashboard is ended, and the one that stays bills alone', async () => {
  const member = await subscriber(market, 'Doubles_1');
  const { stripe_customer_id: customer } = await recordOf(market, member);
  const { payments, config } = market.platform;
  const session = await payments.stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price: config.stripe.premiumPriceId, quantity: 1 }],
    success_url: `${market.url}/premium`,
  });
  expect(
    (
      await fetch(`${session.url}/pay`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"card":"4242424242424242"}',
      })
    ).status,
  ).toBe(200);
  await passTime(market);
  const { data } = await payments.stripe.subscriptions.list({ customer, status: 'all' });
  expect(data.map((one) => one.status).sort()).toEqual(['active', 'canceled']);
  const record = await convergeSubscription(market.platform, member.id);
  expect(record).toMatchObject({
    status: 'active',
    tier: 'premium',
    stripeSubscriptionId: data.find((one) => one.status === 'active')?.id,
  });
});

/** The platform with some of Stripe's invoice calls replaced. */
function withInvoices(calls: Record<string, unknown>): Platform {
  const { platform } = market;
  const { stripe } = platform.payments;
  const invoices = {
    list: (...words: Parameters<typeof stripe.invoices.list>) => stripe.invoices.list(...words),
    retrieve: (id: string) => stripe.invoices.retrieve(id),
    voidInvoice: (id: string) => stripe.invoices.voidInvoice(id),
    ...calls,
  };
  const { subscriptions } = stripe;
  return { ...platform, payments: { ...platform.payments, stripe: { invoices, subscriptions } as never } };
}
