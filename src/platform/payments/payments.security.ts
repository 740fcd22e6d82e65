import { defineSecurityKinds } from '#platform/security-log/security-kind.ts';

export const paymentSecurity = defineSecurityKinds('stripe', {
  webhookRefused: {
    says: 'A webhook in Stripe’s name was not signed, wrongly signed, or too old',
    outcomes: ['refused'],
    watch:
      'any: a forged payment, or STRIPE_WEBHOOK_SECRET is not the one that Stripe signs with (then no payment is processed)',
  },
});
