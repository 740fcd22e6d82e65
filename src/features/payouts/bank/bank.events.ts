import * as z from 'zod';
import { defineEvent } from '#platform/outbox/events.ts';
import { bankPayoutStatuses } from './bank-payout.rules.ts';

/** A payout to a seller's bank is new or moved on. Its subject is the payout, its topic `user:SELLER`. */
export const bankPayoutChanged = defineEvent(
  'payouts.bank-payout-changed',
  z.object({ status: z.enum(bankPayoutStatuses) }),
);
