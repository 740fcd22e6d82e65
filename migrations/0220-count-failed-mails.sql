-- A mail that the server did not take stays, with how often, so that an operator hears of it. Older processes delete the row instead.
alter table sent_mail add column failures int not null default 0, add column failed_at timestamptz;
