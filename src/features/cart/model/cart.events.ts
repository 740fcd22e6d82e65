import * as z from 'zod';
import { defineEvent } from '#platform/outbox/events.ts';

/** A member's cart changed: their other devices read it again. Its subject is the member, its topic `user:MEMBER`. */
export const cartChanged = defineEvent('cart.changed', z.object({}));
