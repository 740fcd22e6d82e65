import * as z from 'zod';
import { defineEvent } from '#platform/outbox/events.ts';

/**
 * An ad was written, changed or taken away. Whatever shows ads hears this topic: pages of visitors that are kept, and
 * the list in memory.
 */
export const adsTopic = 'ads';

export const adChanged = defineEvent('ad.changed', z.object({}));
