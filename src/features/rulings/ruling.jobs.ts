import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Mails a member what was decided against them, why, what it means and how to appeal. */
export const mailRulingJob = defineJob('rulings.mail', z.object({ rulingId: z.string() }));

/** Mails a member what became of their appeal. */
export const mailAppealJob = defineJob('rulings.mail-appeal', z.object({ rulingId: z.string() }));
