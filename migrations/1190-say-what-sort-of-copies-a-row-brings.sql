-- What a row of a file says of its copies: the edition, and whether they are signed, altered or misprints. And the condition of all copies of a file that names none.
alter table stock_import_row add column edition text;
alter table stock_import_row add column is_signed boolean not null default false;
alter table stock_import_row add column is_altered boolean not null default false;
alter table stock_import_row add column is_misprint boolean not null default false;
alter table stock_import_columns add column condition text;
