import { sql } from 'drizzle-orm';
import { addMs, minuteMs, secondMs } from '#kernel/time.ts';
import { countFew, type Trouble } from './trouble.ts';

const inRunbook = 'See “What to watch” in docs/operate.md.';

/** Troubles of the platform. The queue's view is read as a whole: about 0.2 ms per thousand waiting jobs. */
export const platformTroubles: readonly Trouble[] = [
  {
    name: 'jobs.waiting',
    severity: 'urgent',
    sentence: 'Jobs are overdue by more than 5 minutes and no worker is processing them.',
    advice: {
      sentence: `Check that a process with the role worker is running, and read its log. ${inRunbook}`,
    },
    // A timer has the time at which it was due: after a pause of the server, or a move of its clock, a backlog of old
    // ones may be new in the queue, hence `created_at`.
    count: (db) =>
      countFew(
        db,
        sql`from graphile_worker.jobs where locked_at is null and attempts < max_attempts and greatest(run_at, created_at) < now() - interval '5 minutes'`,
      ),
  },
  {
    name: 'timers.overdue',
    severity: 'urgent',
    sentence: 'Timers are overdue by more than 5 minutes and no worker is processing them.',
    advice: {
      sentence: `Reservations, listings and orders don’t end on time. Check that a process with the role worker is running, and read its log. ${inRunbook}`,
    },
    count: (db, now) => countFew(db, sql`from job_timer where due_at < ${addMs(now, -5 * minuteMs)}`),
  },
  {
    name: 'jobs.stuck',
    severity: 'soon',
    sentence: 'Jobs have been running for more than 10 minutes.',
    advice: {
      sentence: `Restart the process with the role worker. The jobs then run again. ${inRunbook}`,
    },
    count: (db) => countFew(db, sql`from graphile_worker.jobs where locked_at < now() - interval '10 minutes'`),
  },
  {
    name: 'jobs.failing',
    severity: 'soon',
    sentence: 'Jobs have failed 5 times or more and will be retried.',
    advice: { sentence: `Read the last error in the log or the queue and fix its cause. ${inRunbook}` },
    count: (db) => countFew(db, sql`from graphile_worker.jobs where attempts between 5 and max_attempts - 1`),
  },
  {
    name: 'jobs.given-up',
    severity: 'urgent',
    sentence: 'Jobs have failed and won’t be retried.',
    advice: { sentence: `Read the last error, fix its cause, then retry the jobs. ${inRunbook}` },
    count: (db) => countFew(db, sql`from graphile_worker.jobs where attempts >= max_attempts and locked_at is null`),
  },
  {
    name: 'outbox.lag',
    severity: 'urgent',
    sentence: 'Live events have been delayed for more than 30 seconds, so open pages may be out of date.',
    advice: { sentence: `Search the logs for “outbox” and check the locks of the database. ${inRunbook}` },
    count: (db, now) =>
      countFew(db, sql`from outbox_event where position is null and at < ${addMs(now, -30 * secondMs)}`),
  },
  {
    name: 'stripe.unfinished',
    severity: 'urgent',
    sentence: 'Stripe events have been unprocessed for more than 10 minutes.',
    advice: {
      sentence: `Orders or subscriptions may be out of date. Check that Stripe is available, and read the log. ${inRunbook}`,
    },
    count: (db) =>
      countFew(
        db,
        sql`from graphile_worker.jobs where task_identifier like '%.hear-stripe' and created_at < now() - interval '10 minutes'`,
      ),
  },
  {
    name: 'mail.undelivered',
    severity: 'soon',
    sentence: 'The email server has refused these emails 3 times or more.',
    advice: {
      sentence: `Check SMTP_URL, the email server and the log. After the last attempt, emails aren’t sent automatically. ${inRunbook}`,
    },
    count: (db) => countFew(db, sql`from sent_mail where sent_at is null and failures >= 3`),
  },
];
