import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Compares the ledger with the platform's balance at Stripe. */
export const compareJob = defineJob('payouts.compare', z.object({}));
