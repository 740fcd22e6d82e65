-- Jobs that wait for their time, in the app's clock. A worker hands what is due to the job queue. A timer with a key takes the place of the one before.
-- Timers of an older process go on waiting in the queue itself, and ring there.
create table job_timer (
  id bigint generated always as identity primary key,
  task text not null,
  payload jsonb not null,
  due_at timestamptz not null,
  max_attempts integer not null,
  key text unique
);
create index job_timer_due_idx on job_timer (due_at);
