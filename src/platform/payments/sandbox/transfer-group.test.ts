import { afterAll, beforeAll, expect, test } from 'vitest';
import { params, post, type Sandboxed, startSandbox } from '#testing/servers/stripe-sandbox.ts';

let stripe: Sandboxed['stripe'];
let close: Sandboxed['close'];
beforeAll(async () => {
  ({ stripe, close } = await startSandbox(async () => 200));
});
afterAll(() => close());

test('the transfer group of a payment is named by its payment intent and its charge', async () => {
  const intent = { metadata: { orderId: 'order1' }, transfer_group: 'purchase1' };
  const session = await stripe.checkout.sessions.create(params({ payment_intent_data: intent }));
  await post(`${session.url}/pay`, { card: '4242424242424242' });
  const after = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent.latest_charge'] });
  expect(after.payment_intent).toMatchObject({
    transfer_group: 'purchase1',
    latest_charge: { transfer_group: 'purchase1' },
  });
  // Only a payment has one.
  await expect(
    stripe.checkout.sessions.create({ ...params(), transfer_group: 'purchase1' } as never),
  ).rejects.toMatchObject({
    code: 'parameter_unknown',
    param: 'transfer_group',
  });
});
