-- What a seller paid for a copy, on the listing and on its way from a file; nobody else reads it.
alter table listing add column cost_amount bigint;
alter table listing add column cost_currency text;
alter table stock_import_row add column cost_amount bigint;
alter table stock_import_row add column cost_currency text;
