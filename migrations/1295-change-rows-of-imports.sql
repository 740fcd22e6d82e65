-- The name of an imported file, and the shipping methods that a seller sets for rows before they are listed.
alter table stock_import add column file_name text;
alter table stock_import_row add column shipping jsonb;
