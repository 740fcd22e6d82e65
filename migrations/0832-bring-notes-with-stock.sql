-- What a seller wrote for themselves beside a copy, on its way from a file to the listing.
alter table stock_import_row add column own_sku text;
alter table stock_import_row add column place text;
alter table stock_import_row add column private_note text;
