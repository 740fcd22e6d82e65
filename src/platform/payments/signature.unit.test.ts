import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { MovableClock } from '../clock/clock.ts';
import { createPayments } from './stripe.ts';

const clock = new MovableClock();
const nowSeconds = () => Math.floor(clock.now().getTime() / 1000);

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
