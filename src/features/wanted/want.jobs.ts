import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

const oneWant = z.object({ wantId: z.string() });

/** Ends a want's time. */
export const expireJob = defineJob('wanted.expire', oneWant);

/** Closes what a suspended member looks for. The subject is the member. */
export const followSuspensionJob = defineJob('wanted.follow-suspension', z.object({ subject: z.string() }));

/** Takes up wants whose timer has been lost. */
export const reconcileJob = defineJob('wanted.reconcile', z.object({}));
