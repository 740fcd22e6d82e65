import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Removes photos without a message, rows and files. */
export const sweepThreadPhotosJob = defineJob('messages.sweep-photos', z.object({ photoIds: z.array(z.string()) }));

/** Emails one side of a report the admin's answer. */
export const mailReportJob = defineJob(
  'messages.mail-report',
  z.object({ reportId: z.string(), side: z.enum(['reporter', 'reported']) }),
);

/** Emails admins about reports that came since the last such email. */
export const announceReportsJob = defineJob('messages.announce-reports', z.object({}));

/** Emails one admin the number of new reports. */
export const mailNewReportsJob = defineJob(
  'messages.mail-new-reports',
  z.object({ userId: z.string(), count: z.int(), at: z.number() }),
);

/** Removes messages and photos from reports that were answered long ago. */
export const sweepReportsJob = defineJob('messages.sweep-reports', z.object({}));

/** Emails a member about unread messages of a thread, if there still are any. */
export const mailUnreadJob = defineJob(
  'messages.mail-unread',
  z.object({ threadId: z.string(), memberId: z.string() }),
);
