import * as z from 'zod';
import { defineEvent } from '#platform/outbox/events.ts';

/** The fee or a text of the market is another. Its subject is `fee` or the text's name. */
export const termsChanged = defineEvent('terms.changed', z.object({}));
