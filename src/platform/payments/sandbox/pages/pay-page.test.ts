import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { params, post, type Sandboxed, shipping, startSandbox } from '#testing/servers/stripe-sandbox.ts';
import { hasExpired, homeOf, isExpiry } from './pay-form.ts';

let sandboxed: Sandboxed;
let stripe: Stripe;

beforeAll(async () => {
  sandboxed = await startSandbox(async () => 200);
  ({ stripe } = sandboxed);
});
afterAll(() => sandboxed.close());

test('the page works without script: it escapes values, marks missing fields, retains the entered values and leads back', async () => {
  const session = await stripe.checkout.sessions.create(params({ shipping_options: shipping }));
  const page = await (await fetch(session.url ?? '')).text();
  expect(page).toContain('Card &lt;b&gt;&amp;&lt;/b&gt; co');
  expect(page).toContain('payments are simulated');
  expect(page).toContain('€15.50');
  expect(page).not.toContain('<script');
  const form = (fields: Record<string, string>) =>
    post(`${session.url}/pay`, new URLSearchParams(fields), 'application/x-www-form-urlencoded');
  const missing = await form({ cardNumber: '4242', name: 'Ada "<i>' });
  expect(missing.status).toBe(422);
  expect(missing.text).toContain('Enter the card number.');
  expect(missing.text).toContain('Enter your street and number.');
  expect(missing.text).toContain('value="Ada &quot;&lt;i&gt;"');
  const full = {
    cardNumber: '4000 0000 0000 0002',
    expiry: '12/34',
    cvc: '123',
    name: 'Ada',
    line1: '1 Rue',
    postal_code: '69001',
    city: 'Lyon',
    country: 'FR',
  };
  const declined = await form(full);
  expect(declined.status).toBe(402);
  expect(declined.text).toContain('Your card was declined.');
  expect(await form({ ...full, cardNumber: '4242424242424242' })).toMatchObject({
    status: 303,
    location: `http://shop.test/done?s=${session.id}`,
  });
  expect(
    (await stripe.checkout.sessions.retrieve(session.id)).collected_information?.shipping_details?.address,
  ).toMatchObject({
    line1: '1 Rue',
    country: 'FR',
  });
  const other = await stripe.checkout.sessions.create(params());
  expect(await post(`${other.url}/cancel`, '', 'application/x-www-form-urlencoded')).toMatchObject({
    status: 303,
    location: 'http://shop.test/back',
  });
});

test('the page prefills email and country, accepts common forms of an expiry, names countries, and clears nothing after an error', async () => {
  const fields = {
    customer_email: 'ada@example.com',
    shipping_address_collection: { allowed_countries: ['AT', 'DE', 'FR', 'US'] as const },
  };
  const session = await stripe.checkout.sessions.create(
    params(fields as unknown as Partial<Stripe.Checkout.SessionCreateParams>),
  );
  const fresh = await (
    await fetch(session.url ?? '', { headers: { 'accept-language': 'de-XX,fr-FR;q=0.9,en-US;q=0.8' } })
  ).text();
  expect(fresh).toContain('name="email" value="ada@example.com"');
  expect(
    [...fresh.matchAll(/<option value="(..)"( selected)?>([^<]+)/g)].map(([, code, chosen, name]) => [
      code,
      name,
      Boolean(chosen),
    ]),
  ).toEqual([
    ['AT', 'Austria', false],
    ['FR', 'France', true],
    ['DE', 'Germany', false],
    ['US', 'United States', false],
  ]);
  // German Firefox sends `de` without a region, then English with one.
  expect(
    ['de,en-US;q=0.7,en;q=0.3', 'en', 'pt-BR,fr;q=0.8', '*', ''].map((languages) =>
      homeOf(languages, ['DE', 'FR', 'US']),
    ),
  ).toEqual(['DE', 'US', 'FR', undefined, undefined]);
  // Without a choice no country is preselected.
  const unknown = await (await fetch(session.url ?? '', { headers: { 'accept-language': '*' } })).text();
  expect(unknown).toContain('<option value="">Select a country</option>');
  expect(fresh).not.toContain('Select a country');
  const form = (fields: Record<string, string>) =>
    post(`${session.url}/pay`, new URLSearchParams(fields), 'application/x-www-form-urlencoded');
  const typed = {
    email: 'eve@example.com',
    cardNumber: '4000 0000 0000 0002',
    expiry: '13/30',
    cvc: '321',
    name: 'Ada',
    line1: '1 Rue',
    line2: 'Door 2',
  };
  const whole = { ...typed, postal_code: '69001', city: 'Lyon', country: 'DE' };
  const refused = await form(whole);
  expect(refused.status).toBe(422);
  const declined = await form({ ...whole, expiry: '1230' });
  expect(declined.status).toBe(402);
  for (const [answer, expiry] of [
    [refused, '13/30'],
    [declined, '1230'],
  ] as const) {
    for (const [name, value] of Object.entries({ ...typed, postal_code: '69001', city: 'Lyon', expiry }))
      expect(answer.text).toContain(`name="${name}" value="${value}"`);
    expect(answer.text).toContain('value="DE" selected');
  }
  expect((await form({ ...whole, country: 'XX' })).text).toContain('id="country-error">Select a country.');
  const good = ['12/30', '1230', '12 / 30', '12-30', '12 30', '1/30', '122030', '12/2030'];
  const bad = ['', '13/30', '00/30', '1330', '12/3', '12/1930', '130'];
  expect(good.filter((text) => !isExpiry(text))).toEqual([]);
  expect(bad.filter(isExpiry)).toEqual([]);
  const late = await form({ ...whole, cardNumber: '4242424242424242', expiry: '01/20' });
  expect([
    late.status,
    late.text.includes('id="expiry-error">Your card&#39;s expiration date is in the past.'),
  ]).toEqual([422, true]);
  const today = new Date('2026-11-23T05:00:00Z');
  expect(['10/26', '1026', '1/26', '12/25', '01/2020', '9 - 2026'].filter((text) => !hasExpired(text, today))).toEqual(
    [],
  );
  expect(['11/26', '1126', '12/2026', '1/27', '01/2027'].filter((text) => hasExpired(text, today))).toEqual([]);
  // A name that is cut in the middle of a character, and one that PostgreSQL cannot store.
  const odd = { ...whole, cardNumber: '4242424242424242', expiry: '12 / 30', name: `\0${'x'.repeat(199)}😀` };
  expect((await form(odd)).status).toBe(303);
});
