import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { MovableClock } from '../clock/clock.ts';
import { createPayments } from './stripe.ts';

const clock = new MovableClock();
const nowSeconds = () => Math.floor(clock.now().getTime() / 1000);

test('a thin event of the v2 API is verified too, and names its object', async () => {
  const payload = JSON.stringify({
    id: 'evt_test_1',
    object: 'v2.core.event',
    type: 'v2.core.account[requirements].updated',
    created: '2026-03-01T12:00:00.000Z',
    livemode: false,
    related_object: { id: 'acct_1', type: 'v2.core.account', url: '/v2/core/accounts/acct_1' },
  });
  const header = Stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec', timestamp: nowSeconds() });
  const { verifyWebhook } = createPayments({ secretKey: 'sk_test', webhookSecret: 'whsec', apiBase: null }, clock);
  expect(await verifyWebhook(payload, header)).toEqual({
    id: 'evt_test_1',
    type: 'v2.core.account[requirements].updated',
    created: Date.UTC(2026, 2, 1, 12) / 1_000,
    livemode: false,
    data: { object: { id: 'acct_1' } },
  });
  await expect(verifyWebhook(payload.replace('acct_1', 'acct_2'), header)).rejects.toMatchObject({
    code: 'bad_signature',
  });
});

test('[AP-07] a signature is verified on the raw bytes, for either of two secrets, within 300 seconds either way', async () => {
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'charge.succeeded', data: { object: {} } });
  const sign = (secret: string, at = nowSeconds()) =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: at });
  const rotating = createPayments(
    { secretKey: 'sk_test', webhookSecret: 'whsec_new, whsec_old', apiBase: null },
    clock,
  );
  expect((await rotating.verifyWebhook(payload, sign('whsec_new'))).id).toBe('evt_1');
  expect((await rotating.verifyWebhook(payload, sign('whsec_old'))).id).toBe('evt_1');
  const forged: [string, string | undefined][] = [
    [payload, undefined],
    [payload, ''],
    [payload, 'nonsense'],
    [payload, sign('whsec_other')],
    [payload, sign('whsec_new', nowSeconds() - 301)],
    [payload, sign('whsec_new', nowSeconds() + 310)],
    [payload, sign('whsec_new').replace('v1=', 'v0=')],
    [payload.replace('evt_1', 'evt_2'), sign('whsec_new')],
    [JSON.stringify(JSON.parse(payload), null, 1), sign('whsec_new')],
    [`${payload} `, sign('whsec_new')],
  ];
  for (const [body, header] of forged)
    await expect(rotating.verifyWebhook(body, header)).rejects.toMatchObject({ status: 400, code: 'bad_signature' });
});
