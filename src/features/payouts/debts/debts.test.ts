import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createListings } from '#features/listings/index.server.ts';
import {
  buy,
  buyPlaced,
  makeAdmin,
  makePremium,
  passTime,
  pay,
  putUpForSale,
  setFaults,
  signInAgain,
} from '#features/orders/testing.ts';
import { money } from '#kernel/numbers/money.ts';
import { dayMs } from '#kernel/time.ts';
import { write } from '#platform/outbox/write.ts';
import { actorOf } from '#testing/actor.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { activatePayouts } from '../accounts/accounts.testing.ts';
import { act, auditPayouts, readyOrder, days as releaseAfter, send } from '../payouts.testing.ts';
import { followDebts } from './follow-debts.server.ts';

let market: TestMarket;
let admin: TestMember;
let seller: TestMember;
let buyer: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  admin = await market.signUp();
  await makeAdmin(market, admin);
});
afterAll(() => market.close());
beforeEach(async () => {
  [seller, buyer] = [await market.signUp(), await market.signUp()];
  await makePremium(market, seller);
  await activatePayouts(market, seller);
});
afterEach(async () => {
  await setFaults(market, null);
  expect(await auditPayouts(market.platform.pool)).toEqual([]);
});

/** The seller was paid, the payment goes back, and nothing can be taken back from the seller's account. */
async function owe(shipping: number): Promise<void> {
  const methods = [{ name: 'Letter', price: money(shipping, 'USD'), tracked: false }];
  const id = await readyOrder(market, seller, buyer, { price: 1_900, shipping: methods });
  await send(market);
  await setFaults(market, { reversals: 'refuse' });
  const { rows } = await market.platform.pool.query(
    'select p.payment_intent_id as intent from orders o join purchase p on p.id = o.purchase_id where o.id = $1',
    [id],
  );
  await market.platform.payments.stripe.refunds.create({ payment_intent: rows[0].intent });
  await passTime(market);
  await signIn();
}
async function signIn(): Promise<void> {
  [admin, seller, buyer] = [
    await signInAgain(market, admin),
    await signInAgain(market, seller),
    await signInAgain(market, buyer),
  ];
}
const days = async (count: number) => {
  await passTime(market, count * dayMs);
  await followDebts(market.platform);
  await signIn();
};
const card = {
  game: 'pokemon',
  name: 'Charizard',
  condition: 'near_mint',
  price: money(1_000, 'USD'),
  quantity: 1,
  shipping: [],
} as const;
const list = (status: 'active' | 'draft') =>
  market.request('POST', '/api/listings', { as: seller, body: { ...card, status } });
const refused = {
  status: 409,
  body: { code: 'debt_overdue', message: expect.stringContaining('because you owe us money') },
};
const writeOff = () =>
  market.request('POST', '/api/admin/money/decisions', {
    as: admin,
    body: { act: 'write_off_debt', sellerId: seller.id, currency: 'USD', reason: 'They can’t pay.' },
  });
const moneyOf = async () => (await market.request('GET', '/api/admin/money', { as: admin })).body;

test('who owes more than 50.00 can’t list more, until an admin writes the debt off after 180 days', async () => {
  const sold = await putUpForSale(market, seller, { price: 1_000, quantity: 3 });
  await owe(4_100);
  expect(await list('active')).toMatchObject(refused);
  const draft = await list('draft');
  expect(draft.status).toBe(201);
  expect(await market.request('POST', `/api/listings/${draft.body.id}/publish`, { as: seller })).toMatchObject(refused);
  const imported = await write(market.platform, (tx) =>
    createListings(market.platform, tx, actorOf(seller), [{ ...card, shipping: [], status: 'active' }]),
  );
  expect(imported).toMatchObject([{ refusal: { code: 'debt_overdue' } }]);
  // What is for sale stays for sale.
  expect((await buy(market, buyer, sold)).status).toBe(201);
  expect((await moneyOf()).debts).toMatchObject([{ id: seller.id, debt: money(6_000, 'USD'), isOverdue: true }]);

  expect(await writeOff()).toMatchObject({ status: 409, body: { code: 'no_old_debt' } });
  await days(181);
  const before = (await moneyOf()).currencies[0];
  expect((await writeOff()).status).toBe(200);
  const after = await moneyOf();
  expect(after.debts).toEqual([]);
  expect(after.currencies[0].losses.amount - before.losses.amount).toBe(6_000);
  expect(after.currencies[0].margin.amount - before.margin.amount).toBe(-6_000);
  expect((await list('active')).status).toBe(201);
  await passTime(market);
  const { body } = await market.request('GET', `/sandbox/mail.json?to=${seller.email}`);
  expect(body.filter(({ subject }: { subject: string }) => subject === 'Debt cancelled: $60.00')).toHaveLength(1);
  const { rows } = await market.platform.pool.query('select act, data from audit_log where subject = $1', [seller.id]);
  expect(rows).toEqual([
    { act: 'debt.written-off', data: { amount: 6_000, currency: 'USD', reason: 'They can’t pay.' } },
  ]);
  expect((await writeOff()).status).toBe(409);
});

test('a small debt stops new listings after 60 days, and later earnings end that', async () => {
  await owe(1_100);
  const next = await putUpForSale(market, seller, { price: 1_900, quantity: 2, shipping: [] });
  await days(20);
  const { order, checkoutUrl } = await buyPlaced(market, buyer, next, { quantity: 2 });
  await pay(checkoutUrl);
  await passTime(market);
  await days(41);
  expect(await list('active')).toMatchObject(refused);
  await act(market, seller, order.id, 'ship', { carrier: 'Post' });
  await act(market, buyer, order.id, 'deliver');
  await releaseAfter(market, 8);
  await send(market);
  await signIn();
  expect((await list('active')).status).toBe(201);
  expect((await moneyOf()).debts).toEqual([]);
});
