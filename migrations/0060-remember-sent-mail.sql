-- Every mail has one Message-ID, and what was handed over under one is not sent again, however often its job runs.
create table sent_mail (
  message_id text primary key,
  -- Taken before the mail is handed over, so that two runs of one job do not both do it. Old and without `sent_at`: whoever took it has died.
  claimed_at timestamptz not null,
  sent_at timestamptz
);
create index sent_mail_age on sent_mail (claimed_at);

alter table sandbox_mail add column message_id text not null default '', add column headers jsonb not null default '{}';
