import * as z from 'zod';
import { defineEvent } from '#platform/outbox/events.ts';
import { bulkStatuses } from './bulk.process.ts';

/** Its subject is the change, its topic `user:SELLER`. */
export const bulkChanged = defineEvent('bulk.changed', z.object({ status: z.enum(bulkStatuses) }));
