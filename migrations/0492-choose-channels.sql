-- What a member turned off in the app and on their devices, by kind, beside their mails; muted: nothing of all that while it stands.
alter table mail_preference add column is_muted boolean not null default false;
alter table mail_preference add column app_off text[] not null default '{}';
alter table mail_preference add column push_off text[] not null default '{}';
