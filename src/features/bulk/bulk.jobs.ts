import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

const oneChange = z.object({ changeId: z.string() });

/** Changes the next listings, and itself again while there are any. */
export const commitJob = defineJob('bulk.commit', oneChange);

/** Takes the next ones back, and itself again while there are any. */
export const undoJob = defineJob('bulk.undo', oneChange);

/** Forgets changes that are old. */
export const sweepJob = defineJob('bulk.sweep', z.object({}));
