-- Which e-mail a deleted or moved account had, as a keyed hash, while something that an operator decided against it still runs: who signs up again with that e-mail is limited as before.
create table former_account (
  member_id text not null references auth_user (id) on delete cascade,
  email_hash text not null,
  -- Null while a suspension runs, which has no end.
  kept_until timestamptz,
  suspended_at timestamptz,
  suspended_reason text,
  primary key (member_id, email_hash)
);
create index former_account_email_hash_idx on former_account (email_hash);
