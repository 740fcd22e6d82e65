-- Three kinds: what a seller has not read, what a buyer has not read, and what a buyer waits for. Which of the last two a buyer is shown their tier says when it is
-- asked for, so that no change of a tier has to be counted.
create function count_order() returns trigger language plpgsql as $$
declare
  sold int := 0;
  bought int := 0;
  coming int := 0;
begin
  if tg_op <> 'DELETE' then
    sold := (not new.seller_read and (new.paid_at is not null or new.status = 'pending_payment'))::int;
    bought := (not new.buyer_read)::int;
    coming := (new.status in ('paid', 'awaiting_shipping'))::int;
  end if;
  if tg_op <> 'INSERT' then
    sold := sold - (not old.seller_read and (old.paid_at is not null or old.status = 'pending_payment'))::int;
    bought := bought - (not old.buyer_read)::int;
    coming := coming - (old.status in ('paid', 'awaiting_shipping'))::int;
  end if;
  perform add_to_counter(coalesce(new.seller_id, old.seller_id), 'orders-sold', sold);
  perform add_to_counter(coalesce(new.buyer_id, old.buyer_id), 'orders-bought', bought);
  perform add_to_counter(coalesce(new.buyer_id, old.buyer_id), 'orders-coming', coming);
  return null;
end $$;

-- allow changes-others-writes: each write of an older process is counted too, and none is refused
create trigger orders_counted_in after insert on orders for each row
  when (not new.buyer_read or not new.seller_read or new.status in ('paid', 'awaiting_shipping')) execute function count_order();
-- allow changes-others-writes: each write of an older process is counted too, and none is refused
create trigger orders_counted_over after update on orders for each row
  when ((old.buyer_read, old.seller_read, old.status, old.paid_at is null) <> (new.buyer_read, new.seller_read, new.status, new.paid_at is null))
  execute function count_order();
-- allow changes-others-writes: each write of an older process is counted too, and none is refused
create trigger orders_counted_out after delete on orders for each row execute function count_order();

-- What is there already. The triggers keep writers out until this is through.
insert into member_counter (member_id, kind, n)
select seller_id, 'orders-sold', count(*) from orders where not seller_read and (paid_at is not null or status = 'pending_payment') group by 1
union all
select buyer_id, 'orders-bought', count(*) from orders where not buyer_read group by 1
union all
select buyer_id, 'orders-coming', count(*) from orders where status in ('paid', 'awaiting_shipping') group by 1;
