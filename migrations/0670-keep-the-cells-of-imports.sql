-- The cells as they stood in the file, so that the rows that could not be listed can be handed back to be put right.
alter table stock_import add column header text[] not null default '{}';
alter table stock_import_row add column cells text[] not null default '{}';
alter table stock_import_row add column description text;
