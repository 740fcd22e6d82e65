import { expect, test } from 'vitest';
import { pagePolicy } from './content-policy.ts';

const site = { appUrl: 'http://127.0.0.1:3000', realtime: { url: 'http://127.0.0.1:3000', domain: '127.0.0.1' } };

test('a form may lead to Stripe, and in the sandbox to its payment page under the other name of the site', () => {
  const forms = (mode: 'sandbox' | 'production') =>
    pagePolicy({ ...site, mode }, "'nonce-x'")
      .split('; ')
      .find((part) => part.startsWith('form-action'));
  const stripe = 'https://checkout.stripe.com https://billing.stripe.com https://connect.stripe.com';
  expect(forms('production')).toBe(`form-action 'self' ${stripe}`);
  expect(forms('sandbox')).toBe(`form-action 'self' http://127.0.0.1:3000 ${stripe}`);
});
