import * as z from 'zod';
import { defineEvent } from '#platform/outbox/events.ts';

/** Who a member is to the law, or what they show of it, is other than before. The subject is the member. */
export const statusChanged = defineEvent('seller.standing-changed', z.object({}));
