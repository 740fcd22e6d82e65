-- Whether the sandbox's demo market has been made: begun without being finished means that a start was killed meanwhile.
create table demo_market (
  only_row boolean primary key default true check (only_row),
  begun_at timestamptz not null,
  finished_at timestamptz
);
