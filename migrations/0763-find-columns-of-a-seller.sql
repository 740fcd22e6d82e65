-- outside a transaction
create index concurrently stock_import_columns_of_seller on stock_import_columns (seller_id);
