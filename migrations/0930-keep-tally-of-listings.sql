-- What a seller's listings come to, by state and currency: how many, what their free copies cost together, favourites, views. Rows are only added, each beside the
-- change that it counts and in its transaction, so that nobody waits for anybody; a job folds those of a seller into one for each state and currency. What was
-- removed counts nowhere. Read by the dashboard instead of ten thousand listings.
create table listing_tally (
  id bigint primary key generated always as identity,
  seller_id text not null,
  status text not null,
  currency text not null,
  listings bigint not null,
  worth bigint not null,
  favorites bigint not null,
  views bigint not null,
  folded boolean not null default false
);
create index listing_tally_seller on listing_tally (seller_id) include (status, currency, listings, worth, favorites, views);
create index listing_tally_loose on listing_tally (seller_id) where not folded;

create function tally_listing() returns trigger language plpgsql as $$
declare
  seen bigint;
begin
  select views into seen from listing_view where listing_id = case when tg_op = 'DELETE' then old.id else new.id end;
  seen := coalesce(seen, 0);
  if tg_op <> 'INSERT' and old.status <> 'removed' then
    insert into listing_tally (seller_id, status, currency, listings, worth, favorites, views)
    values (old.seller_id, old.status, old.currency, -1, -old.price_amount * (old.quantity - old.quantity_held - old.quantity_sold), -old.favorite_count, -seen);
  end if;
  if tg_op <> 'DELETE' and new.status <> 'removed' then
    insert into listing_tally (seller_id, status, currency, listings, worth, favorites, views)
    values (new.seller_id, new.status, new.currency, 1, new.price_amount * (new.quantity - new.quantity_held - new.quantity_sold), new.favorite_count, seen);
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

-- One row where the listing stays what it is: a price, a copy, a favourite.
create function tally_listing_within() returns trigger language plpgsql as $$
begin
  insert into listing_tally (seller_id, status, currency, listings, worth, favorites, views)
  values (new.seller_id, new.status, new.currency, 0,
    new.price_amount * (new.quantity - new.quantity_held - new.quantity_sold) - old.price_amount * (old.quantity - old.quantity_held - old.quantity_sold),
    new.favorite_count - old.favorite_count, 0);
  return new;
end $$;

-- Whoever counts views holds the listings they are of (`flushViews`), so that none moves between.
create function tally_views_added() returns trigger language plpgsql as $$
begin
  insert into listing_tally (seller_id, status, currency, listings, worth, favorites, views)
  select l.seller_id, l.status, l.currency, 0, 0, 0, sum(v.views) from added v join listing l on l.id = v.listing_id
  where l.status <> 'removed' group by 1, 2, 3;
  return null;
end $$;
create function tally_views_changed() returns trigger language plpgsql as $$
begin
  insert into listing_tally (seller_id, status, currency, listings, worth, favorites, views)
  select l.seller_id, l.status, l.currency, 0, 0, 0, sum(v.views - b.views) from added v join gone b on b.listing_id = v.listing_id
  join listing l on l.id = v.listing_id where l.status <> 'removed' group by 1, 2, 3;
  return null;
end $$;

-- allow changes-others-writes: each write of an older process adds its row too, and refuses none
create trigger listing_tallied_in after insert on listing for each row execute function tally_listing();
-- allow changes-others-writes: each write of an older process adds its row too, and refuses none
create trigger listing_tallied_out before delete on listing for each row execute function tally_listing();
-- allow changes-others-writes: each write of an older process adds its row too, and refuses none
create trigger listing_tallied_over after update on listing for each row
  when ((old.seller_id, old.status, old.currency) is distinct from (new.seller_id, new.status, new.currency)) execute function tally_listing();
-- allow changes-others-writes: each write of an older process adds its row too, and refuses none
create trigger listing_tallied_within after update on listing for each row
  when ((old.seller_id, old.status, old.currency) is not distinct from (new.seller_id, new.status, new.currency) and new.status <> 'removed'
    and (old.price_amount, old.quantity, old.quantity_held, old.quantity_sold, old.favorite_count)
      is distinct from (new.price_amount, new.quantity, new.quantity_held, new.quantity_sold, new.favorite_count))
  execute function tally_listing_within();
-- allow changes-others-writes: each write of an older process adds its row too, and refuses none
create trigger listing_view_tallied_in after insert on listing_view referencing new table as added for each statement execute function tally_views_added();
-- allow changes-others-writes: each write of an older process adds its row too, and refuses none
create trigger listing_view_tallied_over after update on listing_view referencing old table as gone new table as added
  for each statement execute function tally_views_changed();

-- What is there already. The triggers keep writers out until this is through: a second for a million listings.
insert into listing_tally (seller_id, status, currency, listings, worth, favorites, views, folded)
select l.seller_id, l.status, l.currency, count(*), sum(l.price_amount * (l.quantity - l.quantity_held - l.quantity_sold)), sum(l.favorite_count),
  sum(coalesce(v.views, 0)), true
from listing l left join listing_view v on v.listing_id = l.id where l.status <> 'removed' group by 1, 2, 3;
