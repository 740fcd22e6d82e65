import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';
import { defineEvent } from '#platform/outbox/events.ts';

/** Troubles began or are over; told to operators, who read afresh. */
export const troublesChanged = defineEvent('operator.troubles-changed', z.object({}));

/** Looks for troubles, and asks for the mails about what is new. */
export const watchTroublesJob = defineJob('operator.watch-troubles', z.object({}));

const names = z.array(z.string());
/** Mails one operator what a look found. */
export const mailTroublesJob = defineJob(
  'operator.mail-troubles',
  z.object({
    userId: z.string(),
    at: z.number(),
    begun: names,
    standing: names,
    over: names,
    counts: z.array(z.object({ name: z.string(), count: z.number() })),
  }),
);
