-- A member who has gone: the row stays for the records of others, without anything of the person.
alter table profile add column deleted_at timestamptz;
