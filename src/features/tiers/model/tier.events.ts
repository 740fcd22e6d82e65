import * as z from 'zod';
import { defineEvent } from '#platform/outbox/events.ts';

const tier = z.enum(['free', 'premium']);

/** A member's stored tier is another one now. */
export const tierChanged = defineEvent('tier.changed', z.object({ from: tier, to: tier }));

/** A member requested that their listings be updated to their tier. */
export const tierConfirmed = defineEvent('tier.confirmed', z.object({ tier }));

/** An admin granted premium; `months` is null for a grant until it is revoked. */
export const premiumGranted = defineEvent('premium.granted', z.object({ by: z.string(), months: z.int().nullable() }));

export const premiumRevoked = defineEvent('premium.revoked', z.object({ by: z.string() }));

/** The member's own view of their plan has changed. */
export const subscriptionChanged = defineEvent('subscription.changed', z.object({}));
