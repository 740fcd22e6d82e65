-- Under which keys a listing finds a saved search that may find it, what else rules it out, and by which reading of the catalogue that was written: -1 is none yet.
alter table saved_search add column keys integer[] not null default '{}';
alter table saved_search add column narrows jsonb not null default '{}';
alter table saved_search add column said text;
alter table saved_search add column keyed_as bigint not null default -1;
