import { sql } from 'drizzle-orm';
import { addMs, minuteMs, secondMs } from '#kernel/time.ts';
import { countFew, type Trouble } from './trouble.ts';

const inRunbook = 'What to do stands in docs/operate.md, under “What to watch”.';

/** Troubles of the platform. The queue's view is read as a whole: about 0.2 ms per thousand waiting jobs. */
export const platformTroubles: readonly Trouble[] = [
  {
    name: 'jobs.waiting',
    severity: 'urgent',
    sentence: 'Jobs have been due for more than five minutes, and nobody takes them.',
    advice: {
      sentence: `No worker runs, or it is stuck: look at the log of the process with the role worker. ${inRunbook}`,
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
    sentence: 'Timers ran out more than five minutes ago, and no worker has taken them.',
    advice: {
      sentence: `Holds, listings and orders do not end by themselves: no process with the role worker runs, or it logs why. ${inRunbook}`,
    },
    count: (db, now) => countFew(db, sql`from job_timer where due_at < ${addMs(now, -5 * minuteMs)}`),
  },
  {
    name: 'jobs.stuck',
    severity: 'soon',
    sentence: 'Jobs have been running for more than ten minutes.',
    advice: {
      sentence: `Nothing takes that long. Their worker hangs: restart it, and they run again elsewhere. ${inRunbook}`,
    },
    count: (db) => countFew(db, sql`from graphile_worker.jobs where locked_at < now() - interval '10 minutes'`),
  },
  {
    name: 'jobs.failing',
    severity: 'soon',
    sentence: 'Jobs have failed five times or more, and are tried again.',
    advice: { sentence: `Their last error stands in the log and in the queue. ${inRunbook}` },
    count: (db) => countFew(db, sql`from graphile_worker.jobs where attempts between 5 and max_attempts - 1`),
  },
  {
    name: 'jobs.given-up',
    severity: 'urgent',
    sentence: 'Jobs have failed so often that they are not tried again.',
    advice: { sentence: `Read the last error, mend its cause, and have them run again. ${inRunbook}` },
    count: (db) => countFew(db, sql`from graphile_worker.jobs where attempts >= max_attempts and locked_at is null`),
  },
  {
    name: 'outbox.lag',
    severity: 'urgent',
    sentence: 'News has waited for more than half a minute to be told: pages of other processes show what was.',
    advice: { sentence: `No process relays: look for “outbox” in the logs, and at the database’s locks. ${inRunbook}` },
    count: (db, now) =>
      countFew(db, sql`from outbox_event where position is null and at < ${addMs(now, -30 * secondMs)}`),
  },
  {
    name: 'stripe.unfinished',
    severity: 'urgent',
    sentence: 'News of Stripe came more than ten minutes ago and is not followed yet.',
    advice: {
      sentence: `Orders or subscriptions may say less than Stripe knows. Stripe is away, or the log names a fault. ${inRunbook}`,
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
    sentence: 'Mails were refused by the mail server three times or more, and have not gone out.',
    advice: {
      sentence: `Look at SMTP_URL, at the mail server, and in the log. Those that were given up are not sent by themselves. ${inRunbook}`,
    },
    count: (db) => countFew(db, sql`from sent_mail where sent_at is null and failures >= 3`),
  },
];
