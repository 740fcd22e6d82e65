import * as z from 'zod';
import { defineEvent } from '#platform/outbox/events.ts';

/** A member's legal status or its data changed. The subject is the member. */
export const statusChanged = defineEvent('seller.standing-changed', z.object({}));
