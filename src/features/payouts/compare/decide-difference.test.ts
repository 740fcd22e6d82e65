import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditLedger } from '#features/ledger/audit.testing.ts';
import { makeAdmin, setFaults, signInAgain } from '#features/orders/testing.ts';
import { dayMs, hourMs, minuteMs } from '#kernel/time.ts';
import { readSchedule, setSchedule } from '#platform/payments/connect/connect-balance.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { compareWithStripe } from './compare-day.server.ts';

let market: TestMarket;
let admin: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  admin = await market.signUp();
  await makeAdmin(market, admin);
});
afterAll(() => market?.close());
beforeEach(async () => {
  await setFaults(market, null);
  admin = await signInAgain(market, admin);
});

const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;
const decide = (body: object, as: TestMember = admin) =>
  market.request('POST', '/api/admin/money/decisions', { as, body: { reason: 'Looked at Stripe.', ...body } });
const invalid = (field: string) => ({ status: 422, body: { errors: { [field]: expect.any(String) } } });
const conflict = (code: string) => ({ status: 409, body: { code } });
const actsOf = (act: string) => rows('select by, subject, data from audit_log where act = $1', [act]);
const differences = () => rows('select source, kind, at_stripe::int from stripe_difference order by source');
const hostSum = async () =>
  (await rows("select coalesce(sum(amount), 0)::int as sum from ledger_entry where account = 'host'"))[0].sum;

/** A line of the balance at Stripe that no order explains. */
async function line(net: number, at: Date): Promise<void> {
  const created = Math.floor(at.getTime() / 1_000);
  const data = { id: `txn_${net}`, object: 'balance_transaction', type: 'adjustment', created, available_on: created };
  await rows('insert into sandbox_stripe_object (id, object, created, data) values ($1, $2, $3, $4)', [
    `txn_${net}`,
    'balance_transaction',
    created,
    { ...data, amount: net, fee: 0, net, currency: 'usd', source: null },
  ]);
}
async function compare(): Promise<void> {
  market.clock.advance(2 * hourMs);
  await compareWithStripe(market.platform);
  admin = await signInAgain(market, admin);
}

test('the balance from before the ledger is booked as the host’s own, once for each currency', async () => {
  await line(1_700, new Date(market.clock.now().getTime() - 20 * dayMs));
  await compare();
  expect(await differences()).toEqual([{ source: '', kind: 'rest', at_stripe: 1_700 }]);
  expect(await decide({ act: 'confirm_opening', currency: 'XXX' })).toMatchObject(invalid('currency'));
  expect(await decide({ act: 'confirm_opening', currency: 'USD', reason: ' ' })).toMatchObject(invalid('reason'));
  expect(await decide({ act: 'confirm_opening', currency: 'EUR' })).toMatchObject(conflict('not_different'));
  expect(await decide({ act: 'confirm_opening', currency: 'USD', source: 'txn' })).toMatchObject({ status: 422 });
  expect(await hostSum()).toBe(0);
  const twice = await Promise.all([1, 2].map(() => decide({ act: 'confirm_opening', currency: 'USD' })));
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
  await compare();
  expect([await hostSum(), await differences()]).toEqual([-1_700, []]);
  expect(await actsOf('money.opened')).toEqual([
    { by: admin.id, subject: 'USD', data: { amount: 1_700, currency: 'USD', reason: 'Looked at Stripe.' } },
  ]);
  await line(1_701, new Date(market.clock.now().getTime() - 20 * dayMs));
  await compare();
  expect(await decide({ act: 'confirm_opening', currency: 'USD' })).toMatchObject(conflict('opening_booked'));
  await rows("delete from sandbox_stripe_object where id = 'txn_1701'");
  await compare();
});

test('a line that belongs to nothing known is booked as the host’s own', async () => {
  const before = await hostSum();
  await line(23, market.clock.now());
  await compare();
  expect(await differences()).toEqual([{ source: 'txn_23', kind: 'unknown', at_stripe: 23 }]);
  expect(await decide({ act: 'book_as_own' })).toMatchObject(invalid('source'));
  expect(await decide({ act: 'book_as_own', source: 'a\u0000b' })).toMatchObject(invalid('source'));
  expect(await decide({ act: 'book_as_own', source: 'txn_24' })).toMatchObject(conflict('not_different'));
  expect((await decide({ act: 'book_as_own', source: 'txn_23' })).status).toBe(200);
  expect(await decide({ act: 'book_as_own', source: 'txn_23' })).toMatchObject(conflict('not_different'));
  await compare();
  expect([(await hostSum()) - before, await differences()]).toEqual([-23, []]);
  expect(await actsOf('money.own')).toMatchObject([{ by: admin.id, subject: 'txn_23', data: { amount: 23 } }]);
  expect(await auditLedger(market.platform.pool)).toEqual([]);
});

test('payouts of the balance are set to manual; nothing changes while Stripe doesn’t answer', async () => {
  const { payments } = market.platform;
  await setSchedule(payments, 'daily');
  expect(await decide({ act: 'stop_payouts', reason: 'x' })).toMatchObject(invalid('reason'));
  await setFaults(market, { down: true });
  expect(await decide({ act: 'stop_payouts' })).toMatchObject({ status: 503, body: { code: 'payment_unavailable' } });
  await setFaults(market, null);
  expect([await readSchedule(payments), await actsOf('money.payouts-stopped')]).toEqual(['daily', []]);
  expect((await decide({ act: 'stop_payouts' })).status).toBe(200);
  expect(await readSchedule(payments)).toBe('manual');
  expect(await actsOf('money.payouts-stopped')).toHaveLength(1);
});

test('only an admin decides, with a new proof of who they are', async () => {
  const member = await market.signUp();
  expect((await decide({ act: 'stop_payouts' }, member)).status).toBe(403);
  const choices = 'confirm_opening, book_as_own, stop_payouts, release_order, refund_order, write_off_debt';
  expect((await decide({ act: 'burn' })).body.errors).toEqual({ act: `Use one of these values: ${choices}.` });
  market.clock.advance(11 * minuteMs);
  expect(await decide({ act: 'stop_payouts' })).toMatchObject({ status: 403, body: { code: 'step_up_required' } });
});
