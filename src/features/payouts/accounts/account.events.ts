import * as z from 'zod';
import { defineEvent } from '#platform/outbox/events.ts';

/** What is known of a seller's account at Stripe changed. Its subject is the seller, its topic `user:SELLER`. */
export const payoutAccountChanged = defineEvent('payouts.account-changed', z.object({}));
