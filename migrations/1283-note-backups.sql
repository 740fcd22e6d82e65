-- When the last backup by `npm run admin -- backup` was finished, for the overview of the admins.
create table backup_made (
  only_row boolean primary key default true check (only_row),
  finished_at timestamptz not null
);
