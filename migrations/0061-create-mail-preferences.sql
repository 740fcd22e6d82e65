-- What a member wants to be mailed. No row: everything, for that is what a new member gets.
create table mail_preference (
  user_id text primary key references auth_user (id) on delete cascade,
  -- The kinds that are turned off rather than those that are on: a kind of a later version begins turned on.
  turned_off text[] not null default '{}',
  is_paused boolean not null default false,
  -- Null while paused: until the member turns mails on again.
  paused_until timestamptz,
  updated_at timestamptz not null,
  constraint mail_preference_pause check (is_paused or paused_until is null)
);
