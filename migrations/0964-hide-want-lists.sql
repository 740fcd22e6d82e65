-- An operator took a public list away from everybody but its owner, who reads why.
alter table want_list add column hidden_at timestamptz;
alter table want_list add column hidden_by text;
alter table want_list add column hidden_reason text;
