import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Pushes an event to one device of a member. */
export const pushJob = defineJob(
  'notifications.push',
  z.object({
    deviceId: z.string(),
    userId: z.string(),
    title: z.string(),
    namedId: z.string().optional(),
    link: z.string(),
    about: z.string(),
  }),
);

/** Writes an entry for a member whose row the event's transaction could not lock without waiting. */
export const notifyLaterJob = defineJob(
  'notifications.tell-later',
  z.object({
    userId: z.string(),
    kind: z.string(),
    code: z.string().optional(),
    params: z.record(z.string(), z.unknown()).optional(),
    title: z.string(),
    body: z.string(),
    link: z.string(),
    about: z.string(),
    thing: z.string().optional(),
    namedId: z.string().optional(),
    renews: z.literal(true).optional(),
    at: z.iso.datetime(),
  }),
);
