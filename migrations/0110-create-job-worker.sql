-- Who runs jobs at this moment, by graphile-worker's own name for it: whoever has not been seen for some seconds has lost the jobs it had begun.
create table job_worker (
  worker text primary key,
  seen_at timestamptz not null
);
