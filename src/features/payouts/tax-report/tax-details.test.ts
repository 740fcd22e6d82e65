import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAgain } from '#features/orders/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { activatePayouts } from '../accounts/accounts.testing.ts';
import { findAccountBanner } from '../accounts/show-account.server.ts';
import { exportPayouts } from '../model/export-payouts.server.ts';
import { days, large, payoutOf, readyOrder, send, transfersOf } from '../payouts.testing.ts';
import { sellInBooks } from './tax-report.testing.ts';
import { watchTaxDetails } from './watch-tax-details.server.ts';

let market: TestMarket;
let [seller, buyer] = [] as unknown as [TestMember, TestMember];
beforeAll(async () => {
  market = await startTestMarket({ env: { TAX_REPORT_COUNTRY: 'DE' } });
  [seller, buyer] = await Promise.all([market.signUp('mara_sells'), market.signUp('ben_buys')]);
  await activatePayouts(market, seller);
}, 60_000);
afterAll(() => market?.close());

const person = {
  kind: 'individual',
  firstName: 'Mara',
  lastName: 'Stein',
  birthDate: '1990-05-31',
  street: 'Domstr. 5',
  postalCode: '50668',
  city: 'Köln',
  country: 'DE',
  tin: '12 345 678 901',
  tinCountry: 'DE',
  vatId: '',
};
const path = '/api/payouts/tax-details';
const give = (body: object) => market.request('PUT', path, { as: seller, body });
const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;
const state = async () =>
  (await rows('select reminders, held_at is not null as held from tax_details where seller_id = $1', [seller.id]))[0];
async function mails(): Promise<string[]> {
  await market.runJobs();
  const address = `/sandbox/mail.json?to=${encodeURIComponent(seller.email)}`;
  const { body } = await market.request<{ subject: string }[]>('GET', address);
  return body.map(({ subject }) => subject).filter((subject) => subject.includes('tax details'));
}

async function later(count: number): Promise<void> {
  await days(market, count);
  await watchTaxDetails(market.platform);
  await market.runJobs();
  [seller, buyer] = [await signInAgain(market, seller), await signInAgain(market, buyer)];
}

test('a seller who sold little is not asked; before they are reported they are asked, reminded twice, and then not paid', async () => {
  // 540.00 dollars count as 500.00 euros: 1,500.00 together.
  await sellInBooks(market, seller.id, { amount: 100_000 });
  await sellInBooks(market, seller.id, { amount: 54_000, currency: 'USD' });
  await watchTaxDetails(market.platform);
  expect(await state()).toBeUndefined();
  await sellInBooks(market, seller.id, { amount: 1 });
  await later(0);
  expect(await state()).toEqual({ reminders: 0, held: false });
  const asked = (await market.request('GET', path, { as: seller })).body;
  expect(asked).toMatchObject({ kind: null, isHeld: false, dueAt: expect.any(String) });
  expect(await findAccountBanner(market.platform, seller.id)).toEqual({ kind: 'tax_details', until: asked.dueAt });
  await later(20);
  await later(20);
  expect(await state()).toEqual({ reminders: 2, held: false });
  await later(20);
  expect(await state()).toEqual({ reminders: 2, held: true });
  expect(await mails()).toHaveLength(4);
  // Where the host reports no more, nothing waits.
  const { config } = market.platform;
  await watchTaxDetails({ ...market.platform, config: { ...config, taxReportCountry: null } });
  expect(await state()).toEqual({ reminders: 2, held: false });
  await later(0);
  expect(await state()).toEqual({ reminders: 2, held: true });
  const orderId = await readyOrder(market, seller, buyer, large);
  await send(market);
  expect(await payoutOf(market, orderId)).toMatchObject({ state: 'ready', reason: 'tax_details' });
  expect(await findAccountBanner(market.platform, seller.id)).toEqual({ kind: 'tax_held' });

  seller = await signInAgain(market, seller);
  const saved = await give(person);
  expect([saved.status, saved.body]).toMatchObject([200, { tin: '12345678901', isHeld: false, dueAt: null }]);
  await send(market);
  expect(await transfersOf(market, orderId)).toMatchObject([{ state: 'sent' }]);
  await later(61);
  expect(await state()).toEqual({ reminders: 2, held: false });
});

test.each([
  ['tin', { tin: '1234' }, 'This isn’t a tax number of Germany. Check each digit.'],
  ['birthDate', { birthDate: '2999-01-01' }, 'Enter your date of birth, for example 1990-05-31.'],
  ['birthDate', { birthDate: '31.5.1990' }, 'Enter your date of birth, for example 1990-05-31.'],
  ['country', { country: 'XX' }, 'Select the country where you live or your business is.'],
  ['city', { city: ' ' }, 'Enter your city.'],
  ['vatId', { vatId: '123' }, 'Enter a VAT ID with its country code, for example DE123456789.'],
  ['companyName', { kind: 'company' }, expect.any(String)],
])('wrong details name the field %s', async (field, change, sentence) => {
  const { status, body } = await give({ ...person, ...change });
  expect([status, body.errors?.[field]]).toEqual([422, sentence]);
});

test('details of a business need a register number, and are another kind of row', async () => {
  const { firstName: _f, lastName: _l, birthDate: _b, ...shared } = person;
  const business = { ...shared, kind: 'company', companyName: 'Stein GmbH', registerNumber: 'HRB 1' };
  expect((await give({ ...business, registerNumber: '' })).body.errors?.registerNumber).toBe(
    'Enter your register number.',
  );
  expect((await give({ ...business, tin: 'ABC/123' })).body).toMatchObject({
    kind: 'company',
    tin: 'ABC123',
    firstName: null,
  });
});

test('the details are in the member’s download', async () => {
  const data = await exportPayouts(market.platform.db, seller.id);
  expect(data.taxDetails).toMatchObject([{ companyName: 'Stein GmbH', tin: 'ABC123' }]);
});
