-- When the job of a change of many listings last went on: one that has stood still for long is taken up again.
alter table bulk_change add column moved_at timestamptz;
