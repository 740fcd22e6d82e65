import * as z from 'zod';
import { defineEvent } from '#platform/outbox/events.ts';

/** A seller's table changed, and with it the shipping of each of their listings. Its subject is the seller. */
export const shippingChanged = defineEvent('shipping.changed', z.object({}));
