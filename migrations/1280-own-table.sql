-- The columns, the row height and the saved views of a seller's table of listings; without a row the default.
create table own_table (
  member_id text primary key references auth_user (id) on delete cascade,
  hidden jsonb not null default '[]',
  is_compact boolean not null default false,
  views jsonb not null default '[]'
);
