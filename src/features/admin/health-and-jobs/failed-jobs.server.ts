import { firstOf } from '#kernel/first-of.ts';
import { notFound } from '#kernel/refusal.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { listFailedJobs, runJobAgain } from '#platform/jobs/failed-jobs.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { adminSecurity } from '../admin.security.ts';
import { type FailedJobView, failedJobSchema, type JobQuery } from '../contract.ts';

const most = 100;

/**
 * Failed jobs, emails among them. The members concerned are not shown: an error's first words without addresses are
 * enough to find the cause.
 */
export async function showFailedJobs(
  { db, security }: Pick<Platform, 'db' | 'security'>,
  { show }: JobQuery,
): Promise<FailedJobView[]> {
  security.note(adminSecurity.read, { outcome: 'done', what: 'jobs' });
  const jobs = await listFailedJobs(db, show, most);
  return jobs.map(({ nextAt, createdAt, lastError, ...job }) =>
    failedJobSchema.parse({
      ...job,
      nextAt: job.isGivenUp ? null : nextAt.toISOString(),
      createdAt: createdAt.toISOString(),
      lastError: lastError === null ? null : firstOf(withoutAddresses(lastError), 200),
    }),
  );
}

/** Has a failed job tried again at once. Refuses one that has not failed, or runs (404). */
export async function runAgain(platform: Platform, by: string, id: string): Promise<void> {
  await write(platform, async (tx) => {
    const job = await runJobAgain(tx.db, id);
    if (!job)
      throw notFound('This job is no longer in the list of failed jobs. It may have completed. Reload the page.');
    await recordAct(
      tx,
      { by, act: 'job.run-again', subject: id, data: { task: job.task, attempts: job.attempts } },
      platform.clock.now(),
    );
  });
}

const withoutAddresses = (text: string) =>
  (text.split('\n')[0] ?? '').replaceAll(/[^\s<>"',;:()]+@[^\s<>"',;:()]+/g, '[address]');
