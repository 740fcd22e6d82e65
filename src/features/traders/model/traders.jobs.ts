import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Mails a member that an operator marked them as a trader, and what they have to show. */
export const mailMarkedJob = defineJob('traders.mail-marked', z.object({ memberId: z.string(), reason: z.string() }));
