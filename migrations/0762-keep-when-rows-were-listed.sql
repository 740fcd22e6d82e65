-- Each row's own time, so that a later commit of the same import does not make what is listed for longer be taken back with it.
alter table stock_import_row add column listed_at timestamptz;
-- A header may be longer than an entry of an index: who explains the same one twice is kept apart by the lock on the member's row.
alter table stock_import_columns drop constraint stock_import_columns_seller_id_header_key;
