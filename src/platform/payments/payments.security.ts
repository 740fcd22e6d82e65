import { defineSecurityKinds } from '#platform/security-log/security-kind.ts';

export const paymentSecurity = defineSecurityKinds('stripe', {
  webhookRefused: {
    says: 'What said to be news of Stripe was not signed, wrongly signed, or too old',
    outcomes: ['refused'],
    watch:
      'any: somebody makes payments up, or STRIPE_WEBHOOK_SECRET is not the one that Stripe signs with (then payments stand still)',
  },
});
