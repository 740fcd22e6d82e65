import * as z from 'zod';
import { accountStates } from './accounts/account-state.rules.ts';

export * from './invoices/market-invoices.contract.ts';
export * from './tax-report/tax-details.contract.ts';

/** Refusals of this feature beyond `invalid` (422), `step_up_required` (403) and `payment_unavailable` (503). */
export const payoutRefusals = {
  /** 409: the account at Stripe is closed, or was rejected. */
  accountClosed: 'account_closed',
  accountRejected: 'account_rejected',
  /** 409: payouts need an active account, and ready earnings. */
  accountInactive: 'account_inactive',
  nothingReady: 'nothing_ready',
  /** 409: all ready earnings are paused; the message says why. */
  allPaused: 'all_paused',
  /** 409: about decisions of an admin. */
  notHeld: 'not_held',
  tooEarly: 'too_early',
  bankDecides: 'bank_decides',
  refundUnderWay: 'refund_under_way',
  noOldDebt: 'no_old_debt',
  /** 409: an account can't be deleted while its payouts are open. */
  moneyOwed: 'money_owed',
} as const;

const requirement = z.object({
  code: z.string().describe('The payment provider’s word.'),
  sentence: z.string(),
  problem: z.string().nullable().describe('What was wrong with it.'),
  who: z.enum(['member', 'stripe']).describe('Who must act.'),
  dueAt: z.iso.datetime().nullable().describe('The nearest deadline of the account.'),
  isPastDue: z.boolean(),
});

export const payoutAccountSchema = z
  .object({
    state: z.enum(['none', ...accountStates]),
    country: z.string().nullable(),
    requirements: z.array(requirement),
    pausedUntil: z.iso.datetime().nullable().describe('No payouts until then: the bank account was changed.'),
    salesBlocked: z.boolean().describe('Your listings can’t be bought until the account is active.'),
    canLink: z.boolean(),
  })
  .meta({ id: 'PayoutAccount' });
export type ShownAccount = z.output<typeof payoutAccountSchema>;

export const accountLinkInput = z
  .strictObject({
    country: z
      .string({ error: 'Select your country.' })
      .regex(/^[A-Z]{2}$/, 'Select a country from the list.')
      .optional()
      .describe('Where you live or your business is. Required the first time; it can’t be changed.'),
  })
  .meta({ id: 'PayoutAccountLinkIn' });
export const accountLinkSchema = z.object({ url: z.url() }).meta({ id: 'PayoutAccountLink' });
