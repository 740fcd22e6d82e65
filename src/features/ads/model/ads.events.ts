import * as z from 'zod';
import { defineEvent } from '#platform/outbox/events.ts';

/**
 * An ad was created, changed or deleted. Cached pages with ads and the list in memory are invalidated by this topic.
 */
export const adsTopic = 'ads';

export const adChanged = defineEvent('ad.changed', z.object({}));
