-- One amount for several listings is one row for each of them: basket_id joins them, place is their order, amount is for one copy of so many.
alter table offer
  add column basket_id text,
  add column place smallint not null default 0,
  add column quantity integer not null default 1;
