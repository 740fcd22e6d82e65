-- New orders have a purchase and no payment; what their bank takes is split over the orders of the purchase.
alter table orders add constraint orders_purchase_known foreign key (purchase_id) references purchase (id) not valid;
alter table refund drop constraint refund_order_id_fkey;
alter table refund add constraint refund_order_known foreign key (order_id) references orders (id) not valid;
alter table chargeback drop constraint chargeback_order_id_fkey;
alter table fraud_warning drop constraint fraud_warning_order_id_fkey;

alter table chargeback add column purchase_id text, alter column order_id drop not null;
alter table chargeback add constraint chargeback_purchase_known foreign key (purchase_id) references purchase (id) not valid;
alter table fraud_warning add column purchase_id text, alter column order_id drop not null;
alter table fraud_warning add constraint fraud_warning_purchase_known foreign key (purchase_id) references purchase (id) not valid;

create table chargeback_part (
  chargeback_id text not null references chargeback (id),
  order_id text not null references orders (id),
  -- What the bank asks for of this order, and what of it the bank has taken.
  amount bigint not null check (amount >= 0),
  taken_amount bigint not null default 0 check (taken_amount between 0 and amount),
  primary key (chargeback_id, order_id)
);
create index chargeback_part_order on chargeback_part (order_id);

-- Processes of the version before name the order of a chargeback or warning: it is the only one of its purchase. For one release.
create function name_purchase() returns trigger language plpgsql as $$
begin
  new.purchase_id := coalesce(new.purchase_id, (select purchase_id from orders where id = new.order_id));
  return new;
end $$;
-- allow changes-others-writes: the purchase is added to what an older process writes, and none of it is refused
create trigger chargeback_purchase before insert on chargeback for each row when (new.order_id is not null) execute function name_purchase();
-- allow changes-others-writes: the purchase is added to what an older process writes, and none of it is refused
create trigger fraud_warning_purchase before insert on fraud_warning for each row when (new.order_id is not null) execute function name_purchase();

create function follow_chargeback() returns trigger language plpgsql as $$
begin
  insert into chargeback_part (chargeback_id, order_id, amount, taken_amount) values (new.id, new.order_id, new.amount, new.taken_amount)
  on conflict (chargeback_id, order_id) do update set amount = excluded.amount, taken_amount = excluded.taken_amount;
  return null;
end $$;
-- allow changes-others-writes: the one order of an older process's chargeback gets all of it, and no write is refused
create trigger chargeback_followed after insert or update of amount, taken_amount on chargeback for each row
  when (new.order_id is not null) execute function follow_chargeback();

insert into chargeback_part (chargeback_id, order_id, amount, taken_amount) select id, order_id, amount, taken_amount from chargeback where order_id is not null;
-- allow many-rows-at-once: chargebacks are few, and nobody waits for a row of one
update chargeback set purchase_id = (select o.purchase_id from orders o where o.id = chargeback.order_id);
-- allow many-rows-at-once: warnings are few, and nobody waits for a row of one
update fraud_warning set purchase_id = (select o.purchase_id from orders o where o.id = fraud_warning.order_id);
