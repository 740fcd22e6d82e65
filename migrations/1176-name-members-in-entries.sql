-- The member whom the title calls {name}: their name is looked up when the entry is read, so that it leaves with them.
alter table notification add column named_id text;
