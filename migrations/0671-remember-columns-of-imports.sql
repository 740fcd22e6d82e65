-- How a seller reads a file of their own making: which of its columns holds what, found again by its header.
create table stock_import_columns (
  id text primary key,
  seller_id text not null,
  header text[] not null,
  columns jsonb not null,
  game text,
  currency text not null,
  created_at timestamptz not null,
  unique (seller_id, header)
);
