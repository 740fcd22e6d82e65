import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Mails a member that something waits in a thread, where it still does. */
export const mailUnreadJob = defineJob('messages.mail-unread', z.object({ threadId: z.string(), memberId: z.string() }));
