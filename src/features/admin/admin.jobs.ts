import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';
import { defineEvent } from '#platform/outbox/events.ts';

/** Alerts began or ended; notified to admins, whose pages read them again. */
export const troublesChanged = defineEvent('operator.troubles-changed', z.object({}));

/** Deletes the file of a logo that the site doesn’t show. */
export const sweepLogoJob = defineJob('operator.sweep-logo', z.object({ logo: z.string() }));

/** Checks for alerts, and enqueues the emails about new ones. */
export const watchTroublesJob = defineJob('operator.watch-troubles', z.object({}));

const names = z.array(z.string());
/** Emails one admin the result of a check. */
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
