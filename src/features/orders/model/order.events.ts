import * as z from 'zod';
import { defineEvent } from '#platform/outbox/events.ts';
import { orderEmailNames } from '../emails/order.emails.ts';
import { orderMovers, orderStatuses } from './order.process.ts';

/** Its subject is the order, its topics `user:BUYER`, `user:SELLER` and, for admins, `order:ID`. */
export const orderChanged = defineEvent(
  'order.changed',
  z.object({
    /** Null for a new order. */
    from: z.enum(orderStatuses).nullable(),
    status: z.enum(orderStatuses),
    buyerId: z.string(),
    sellerId: z.string(),
    by: z.enum(orderMovers),
  }),
);

/** Emails and notifications are to be sent. Its subject is the order. */
export const orderUpdates = defineEvent('order.news', z.object({ letters: z.array(z.enum(orderEmailNames)) }));

/** One side has read the order; sent to that side's other windows. */
export const orderRead = defineEvent('order.read', z.object({}));
