import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Removes photos that no message came to carry, rows and files. */
export const sweepThreadPhotosJob = defineJob('messages.sweep-photos', z.object({ photoIds: z.array(z.string()) }));

/** Mails a member that something waits in a thread, where it still does. */
export const mailUnreadJob = defineJob('messages.mail-unread', z.object({ threadId: z.string(), memberId: z.string() }));
