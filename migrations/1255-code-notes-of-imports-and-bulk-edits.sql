-- A sentence of the app is a code with parameters; `notes` and `why` hold sentences of earlier releases, and `why` the
-- messages of refusals.
alter table stock_import add column note_codes jsonb not null default '[]';
alter table stock_import_row add column note_codes jsonb not null default '[]';
alter table bulk_change_row add column why_code text, add column why_params jsonb;
