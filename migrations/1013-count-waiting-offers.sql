-- Whose answer an offer waits for; nobody's where it has ended or they have cleared it.
create function offer_waits_for(status text, made_by text, seller_id text, buyer_id text, seller_cleared boolean, buyer_cleared boolean) returns text
language sql immutable return case
  when status <> 'pending' then null
  when made_by = 'buyer' and not seller_cleared then seller_id
  when made_by = 'seller' and not buyer_cleared then buyer_id
end;

-- Lines of one basket count as one. Two that end at the same moment by two transactions would each see the other's still waiting: the later one waits here. Whoever
-- meets another the wrong way round is begun anew, as after any deadlock.
create function count_lines(of_member text, of_basket text, more int) returns void language plpgsql as $$
declare
  waiting int;
begin
  if of_basket is null then
    perform add_to_counter(of_member, 'offers', more);
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('offer basket ' || of_basket, 0));
  select count(*) into waiting from offer
  where basket_id = of_basket and offer_waits_for(status, made_by, seller_id, buyer_id, seller_cleared, buyer_cleared) = of_member;
  perform add_to_counter(of_member, 'offers', (waiting > 0)::int - (waiting - more > 0)::int);
end $$;

create function count_new_offers() returns trigger language plpgsql as $$
begin
  perform count_lines(member, basket_id, count(*)::int) from (
    select basket_id, offer_waits_for(status, made_by, seller_id, buyer_id, seller_cleared, buyer_cleared) as member from added) as lines
  where member is not null group by member, basket_id order by basket_id, member;
  return null;
end $$;
create function count_changed_offers() returns trigger language plpgsql as $$
begin
  perform count_lines(member, basket_id, sum(more)::int) from (
    select basket_id, offer_waits_for(status, made_by, seller_id, buyer_id, seller_cleared, buyer_cleared) as member, 1 as more from added
    union all
    select basket_id, offer_waits_for(status, made_by, seller_id, buyer_id, seller_cleared, buyer_cleared), -1 from gone) as both_ways
  where member is not null group by member, basket_id having sum(more) <> 0 order by basket_id, member;
  return null;
end $$;
create function count_gone_offers() returns trigger language plpgsql as $$
begin
  perform count_lines(member, basket_id, -count(*)::int) from (
    select basket_id, offer_waits_for(status, made_by, seller_id, buyer_id, seller_cleared, buyer_cleared) as member from gone) as lines
  where member is not null group by member, basket_id order by basket_id, member;
  return null;
end $$;

-- allow changes-others-writes: each write of an older process is counted too, and none is refused
create trigger offer_counted_in after insert on offer referencing new table as added for each statement execute function count_new_offers();
-- allow changes-others-writes: each write of an older process is counted too, and none is refused
create trigger offer_counted_over after update on offer referencing old table as gone new table as added for each statement execute function count_changed_offers();
-- allow changes-others-writes: each write of an older process is counted too, and none is refused
create trigger offer_counted_out after delete on offer referencing old table as gone for each statement execute function count_gone_offers();

-- What is there already. The triggers keep writers out until this is through.
insert into member_counter (member_id, kind, n)
select member, 'offers', count(distinct coalesce(basket_id, id)) from (
  select id, basket_id, offer_waits_for(status, made_by, seller_id, buyer_id, seller_cleared, buyer_cleared) as member from offer where status = 'pending') as lines
where member is not null group by member;
