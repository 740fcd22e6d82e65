import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Emails a member the statement of a decision. */
export const mailDecisionJob = defineJob('rulings.mail', z.object({ rulingId: z.string() }));

/** Moves running limits of former accounts to a member who signed up again. */
export const carryDecisionsJob = defineJob(
  'rulings.carry',
  z.object({ subject: z.string(), data: z.object({ formerIds: z.array(z.string()) }) }),
);

/** Emails the decision that suspended a deleted account, once it is restored. The subject is the member. */
export const mailSuspensionJob = defineJob('rulings.mail-suspension', z.object({ subject: z.string() }));

/** Emails a member the answer to their appeal. */
export const mailAppealJob = defineJob('rulings.mail-appeal', z.object({ rulingId: z.string() }));
