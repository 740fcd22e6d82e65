import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

const oneImport = z.object({ importId: z.string() });

/**
 * Lists the next rows, those behind `after`, and enqueues itself while there are more. It has priority over the jobs of
 * its listings, since the seller waits for it.
 */
export const commitJob = defineJob('imports.commit', oneImport.extend({ after: z.number().optional() }), {
  isUrgent: true,
});

/** Takes the next listings down, and enqueues itself while there are more. */
export const undoJob = defineJob('imports.undo', oneImport);

/** Deletes old imports. */
export const sweepJob = defineJob('imports.sweep', z.object({}));

/** Ends imports whose job has failed for good. */
export const giveUpJob = defineJob('imports.give-up', z.object({}));
