import type { Page } from '@playwright/test';
import { expect, type Person } from './fixtures.ts';
import { enter, type } from './keys.ts';

const day = 86_400;

/** The market's clock moves forward; resolves when all that became due has happened. */
export async function pass({ context }: Pick<Person, 'context'>, { days = 0, minutes = 0 }): Promise<void> {
  const data = { advanceSeconds: days * day + minutes * 60 };
  const answer = await context.request.post('/sandbox/clock', { data });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** An act of a bank or of Stripe, by the sandbox's own address. */
export async function sandboxAct({ context }: Pick<Person, 'context'>, path: string, data: object) {
  const answer = await context.request.post(`/sandbox/stripe${path}`, { data });
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
}

/** A live listing that needs no photo: 19.00, and 11.00 for shipping, which is over the smallest sum that is sent. */
export async function putUpForSale(seller: Person): Promise<string> {
  const made = await seller.api('POST', '/api/listings', {
    game: 'other',
    name: `Testling ${seller.username.slice(-6)}`,
    condition: 'near_mint',
    price: { amount: 1_900, currency: 'EUR' },
    shipping: [{ name: 'Letter', price: { amount: 1_100, currency: 'EUR' }, tracked: false }],
    status: 'active',
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.id;
}

/** A professional seller: consumers may withdraw from their sales. */
export async function becomeTrader(seller: Person): Promise<void> {
  const { status, body } = await seller.api('PUT', '/api/profile/seller', {
    ...{ kind: 'trader', legalName: 'Mint & More BV', street: 'Keizersgracht 1', postalCode: '1015 CJ' },
    ...{ city: 'Amsterdam', country: 'NL', email: 'hello@mint.example', phone: '+31 20 123456', certified: true },
    ...{ register: 'KvK', registerNumber: '12345678', vatId: 'NL123456789B01' },
  });
  expect(status, JSON.stringify(body)).toBe(200);
}

/** The first link of this kind in the emails to an address, newest first. */
export async function mailedLink({ context, email }: Person, pattern: RegExp): Promise<string> {
  let found = '';
  await expect
    .poll(async () => {
      const mails = await (await context.request.get(`/sandbox/mail.json?to=${email}`)).text();
      found = pattern.exec(mails)?.[0] ?? '';
      return found;
    })
    .not.toBe('');
  return found;
}

/** The id of an order that was bought and paid through the API. */
export async function buy(buyer: Person, listingId: string): Promise<string> {
  const { status, body } = await buyer.api('POST', '/api/orders', { listingId, quantity: 1 });
  expect(status, JSON.stringify(body)).toBe(201);
  await pay(buyer, body.checkoutUrl);
  await expect.poll(async () => (await buyer.api('GET', `/api/orders/${body.order.id}`)).body.status).toBe('paid');
  return body.order.id;
}

/** The purchase of one listing of each seller, bought and paid through the API. */
export async function buyTogether(
  buyer: Person,
  sellers: readonly Person[],
): Promise<{ id: string; orders: string[] }> {
  for (const seller of sellers) {
    const listingId = await putUpForSale(seller);
    expect((await buyer.api('POST', '/api/cart/lines', { listingId })).status).toBe(200);
  }
  const { status, body } = await buyer.api('POST', '/api/purchases', { mode: 'all' });
  expect(status, JSON.stringify(body)).toBe(201);
  await pay(buyer, body.checkoutUrl);
  const read = async () => (await buyer.api('GET', `/api/purchases/${body.purchase.id}`)).body;
  await expect.poll(async () => (await read()).status).toBe('paid');
  return { id: body.purchase.id, orders: (await read()).orders.map(({ id }: { id: string }) => id) };
}

async function pay({ context }: Person, checkoutUrl: string): Promise<void> {
  const answer = await context.request.post(`${checkoutUrl}/pay`, { data: { card: '4242424242424242' } });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Shipped by its seller, and its buyer says that it has arrived. */
export async function deliver(seller: Person, buyer: Person, orderId: string): Promise<void> {
  const shipped = await seller.api('POST', `/api/orders/${orderId}/ship`, { carrier: 'DHL' });
  expect(shipped.status, JSON.stringify(shipped.body)).toBe(200);
  const delivered = await buyer.api('POST', `/api/orders/${orderId}/deliver`, {});
  expect(delivered.status, JSON.stringify(delivered.body)).toBe(200);
}

/** Stripe's page, filled in by keyboard: what it asks for, and the outcome to try out by its first letters. */
export async function fillOnboarding(page: Page, outcome = 'Verified'): Promise<void> {
  await page.waitForURL(/\/sandbox\/stripe\/connect\/onboarding\//);
  const hasBank = (await page.getByLabel('Bank account number').count()) === 0;
  if (!hasBank) await type(page, 'Bank account number', 'DE89 3704 0044 0532 0130 00');
  await type(page, 'Outcome of the check', outcome);
  await enter(page, page.getByRole('button', { name: 'Continue' }));
  await page.waitForURL(/\/dashboard\/payouts\/account/);
}

/** An active payout account, set up through the API and Stripe's page. */
export async function setUpPayouts(seller: Person): Promise<void> {
  const { status, body } = await seller.api('POST', '/api/payouts/account/link', { country: 'FR' });
  expect(status, JSON.stringify(body)).toBe(200);
  const form = { accountNumber: 'DE89370400440532013000', outcome: 'complete' };
  expect((await seller.context.request.post(body.url, { form })).ok()).toBe(true);
  await pass(seller, { minutes: 2 });
  await expect.poll(async () => (await seller.api('GET', '/api/payouts/account')).body.state).toBe('active');
}
