import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

const oneChange = z.object({ changeId: z.string(), restMs: z.number().optional() });

/** Changes the next listings, after a pause of `restMs`, and enqueues itself while there are more. */
export const commitJob = defineJob('bulk.commit', oneChange);

/** Undoes the next ones, and enqueues itself while there are more. */
export const undoJob = defineJob('bulk.undo', oneChange);

/** Resumes changes whose job was given up. */
export const reconcileJob = defineJob('bulk.reconcile', z.object({}));

/** Deletes old changes. */
export const sweepJob = defineJob('bulk.sweep', z.object({}));

/**
 * Each night: enqueues a job for each price rule, and itself while there are more. `passedAt` is a night that the
 * sandbox clock skipped.
 */
export const nightJob = defineJob(
  'bulk.night',
  z.object({ after: z.string().optional(), night: z.string().optional(), passedAt: z.string().optional() }),
);

/** Runs one rule for one night. */
export const runRuleJob = defineJob('bulk.run-rule', z.object({ ruleId: z.string(), night: z.string() }));
