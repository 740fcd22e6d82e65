-- A name that the app made, by code and parameters; `name` of such a row is empty.
-- A process of the version before shows it without a name until it stops.
alter table saved_search add column name_code text, add column name_params jsonb;
