import * as z from 'zod';
import { defineEvent } from '#platform/outbox/events.ts';
import { importStatuses } from './import.process.ts';

/** Its subject is the import, its topic `user:SELLER`. */
export const importChanged = defineEvent('import.changed', z.object({ status: z.enum(importStatuses) }));
