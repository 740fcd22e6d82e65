import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Emails a member that an admin marked them as a trader, and which data is required. */
export const mailMarkedJob = defineJob('traders.mail-marked', z.object({ memberId: z.string(), reason: z.string() }));
