import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

const oneChange = z.object({ changeId: z.string(), restMs: z.number().optional() });

/** Changes the next listings, after a pause of `restMs`, and itself again while there are any. */
export const commitJob = defineJob('bulk.commit', oneChange);

/** Takes the next ones back, and itself again while there are any. */
export const undoJob = defineJob('bulk.undo', oneChange);

/** Takes up changes whose job was given up. */
export const reconcileJob = defineJob('bulk.reconcile', z.object({}));

/** Forgets changes that are old. */
export const sweepJob = defineJob('bulk.sweep', z.object({}));

/**
 * Each night: wakes a job for each rule of prices, and itself again while there are more. `passedAt` is the night that
 * a moved clock has passed.
 */
export const nightJob = defineJob(
  'bulk.night',
  z.object({ after: z.string().optional(), night: z.string().optional(), passedAt: z.string().optional() }),
);

/** Runs one rule for one night. */
export const runRuleJob = defineJob('bulk.run-rule', z.object({ ruleId: z.string(), night: z.string() }));
