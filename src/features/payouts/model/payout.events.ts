import * as z from 'zod';
import { defineEvent } from '#platform/outbox/events.ts';
import { payoutStates } from './payout.states.ts';

/** The money of an order moved on, or waits for another reason. Its subject is the order, its topic `user:SELLER`. */
export const payoutChanged = defineEvent('payouts.changed', z.object({ state: z.enum(payoutStates) }));
