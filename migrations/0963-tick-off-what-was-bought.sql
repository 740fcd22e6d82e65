-- Copies that the list's owner has bought. They stay beside the line until its owner takes it off, so that a refund finds them.
alter table want_list_line add column bought integer not null default 0;

-- Which order ticked off how many: once an order, and given back with it.
create table want_list_fill (
  list_id text not null,
  n integer not null,
  order_id text not null,
  copies integer not null check (copies > 0),
  at timestamptz not null,
  primary key (list_id, n, order_id),
  foreign key (list_id, n) references want_list_line (list_id, n) on delete cascade
);
create index want_list_fill_of_order on want_list_fill (order_id);
