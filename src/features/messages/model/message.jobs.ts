import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Removes photos that no message came to carry, rows and files. */
export const sweepThreadPhotosJob = defineJob('messages.sweep-photos', z.object({ photoIds: z.array(z.string()) }));

/** Mails one side of a report what an operator answered. */
export const mailReportJob = defineJob(
  'messages.mail-report',
  z.object({ reportId: z.string(), side: z.enum(['reporter', 'reported']) }),
);

/** Takes messages and photos out of reports that were answered long ago. */
export const sweepReportsJob = defineJob('messages.sweep-reports', z.object({}));

/** Mails a member that something waits in a thread, where it still does. */
export const mailUnreadJob = defineJob(
  'messages.mail-unread',
  z.object({ threadId: z.string(), memberId: z.string() }),
);
