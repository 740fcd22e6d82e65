-- A change of e-mail that both mailboxes have not confirmed yet. One per member: a newer wish takes the place of the older one.
create table email_change (
  user_id text primary key references auth_user (id) on delete cascade,
  -- Names this wish: the links of an earlier one lead nowhere.
  id text not null,
  -- The session that asked. It stays when the others end.
  session_id text,
  old_email text not null,
  new_email text not null,
  requested_at timestamptz not null,
  -- When the mails went out last: they are sent again every five minutes at most.
  mails_sent_at timestamptz not null,
  expires_at timestamptz not null,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  constraint email_change_new_lower check (new_email = lower(new_email)),
  constraint email_change_differs check (new_email <> old_email)
);
create unique index email_change_id_key on email_change (id);
create index email_change_expires_idx on email_change (expires_at);

alter table mailed_link add column change_id text;
alter table mailed_link drop constraint mailed_link_purpose_check;
alter table mailed_link add constraint mailed_link_purpose_check
  check (purpose in ('verify-email', 'reset-password', 'change-email-old', 'change-email-new', 'change-email-cancel'));
