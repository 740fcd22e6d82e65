import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Tells who asked that a seller is back. The subject is the seller. */
export const notifyReturnJob = defineJob('absence.tell-return', z.object({ subject: z.string() }));

/** Mails one of them. */
export const mailReturnJob = defineJob(
  'absence.mail-return',
  z.object({ sellerId: z.string(), memberId: z.string(), vacationId: z.string() }),
);
