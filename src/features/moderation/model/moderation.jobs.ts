import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Mails a member what was decided against them, why, what it means and how to appeal. */
export const mailDecisionJob = defineJob('rulings.mail', z.object({ rulingId: z.string() }));

/** Gives a member who signed up again the running limit decisions of their former accounts. */
export const carryDecisionsJob = defineJob(
  'rulings.carry',
  z.object({ subject: z.string(), data: z.object({ formerIds: z.array(z.string()) }) }),
);

/** Mails the decision that suspended an account while it was deleted, once it is back. The subject is the member. */
export const mailSuspensionJob = defineJob('rulings.mail-suspension', z.object({ subject: z.string() }));

/** Mails a member what became of their appeal. */
export const mailAppealJob = defineJob('rulings.mail-appeal', z.object({ rulingId: z.string() }));
