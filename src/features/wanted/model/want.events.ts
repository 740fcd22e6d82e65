import * as z from 'zod';
import { defineEvent } from '#platform/outbox/events.ts';

/** Its subject is the want, its topics `wanted:ID` and `user:OWNER`, and `wanted` where a list of wants may change. */
export const wantChanged = defineEvent(
  'wanted.changed',
  z.object({ change: z.enum(['created', 'edited', 'moved', 'matched', 'removed']) }),
);

/** A copy meets these wants, and their owners are to be notified. Its subject is the listing. */
export const wantsMet = defineEvent('wanted.met', z.object({ wants: z.array(z.string()) }));
