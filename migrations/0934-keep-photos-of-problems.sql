-- A photo with which a buyer shows a problem that they reported. It stands beside what the seller showed, for the two and for operators.
create table order_photo (
  id text primary key,
  order_id text not null references orders (id),
  width int not null,
  height int not null,
  widths int[] not null,
  placeholder text not null,
  -- SHA-256 of the largest file, and the size of all.
  sha256 text not null,
  bytes int not null,
  created_at timestamptz not null
);
create index order_photo_order on order_photo (order_id, created_at, id);
