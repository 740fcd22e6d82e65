import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

const oneImport = z.object({ importId: z.string() });

/**
 * Lists the next rows, those behind `after`, and enqueues itself while there are any. Before the jobs that its listings
 * wake: their seller waits for it.
 */
export const commitJob = defineJob('imports.commit', oneImport.extend({ after: z.number().optional() }), {
  isUrgent: true,
});

/** Takes the next listings down, and itself again while there are any. */
export const undoJob = defineJob('imports.undo', oneImport);

/** Forgets imports that are old. */
export const sweepJob = defineJob('imports.sweep', z.object({}));

/** Ends imports whose job has failed for good. */
export const giveUpJob = defineJob('imports.give-up', z.object({}));
