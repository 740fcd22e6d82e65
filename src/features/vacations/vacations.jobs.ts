import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Notifies the waiting members that a seller is back. Subject: the seller. */
export const notifyReturnJob = defineJob('absence.tell-return', z.object({ subject: z.string() }));

/** Emails one of them. */
export const mailReturnJob = defineJob(
  'absence.mail-return',
  z.object({ sellerId: z.string(), memberId: z.string(), vacationId: z.string() }),
);
