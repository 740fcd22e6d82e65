-- The sandbox's mailbox: every mail that the app sent through SMTP while no real server was configured.
create table sandbox_mail (
  id text primary key,
  -- As the message says it; one row for each address that it went to.
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  sent_at timestamptz not null
);
create index sandbox_mail_newest on sandbox_mail (sent_at desc, id desc);
create index sandbox_mail_by_recipient on sandbox_mail (lower(recipient), sent_at desc, id desc);
