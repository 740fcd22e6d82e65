import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Issues the invoices of the months that are over. */
export const issueInvoicesJob = defineJob('payouts.issue-invoices', z.object({}));

/** Deletes invoices and tax details at the end of their retention. */
export const sweepRecordsJob = defineJob('payouts.sweep-records', z.object({}));
