import * as z from 'zod';
import { defineEvent } from '#platform/outbox/events.ts';

/** The fee, the shipping figures or a text has changed. Its subject is `fee`, `shipping` or the text's name. */
export const termsChanged = defineEvent('terms.changed', z.object({}));
