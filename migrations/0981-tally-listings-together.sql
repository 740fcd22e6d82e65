-- What a seller's new listings come to, in one row for each state and currency of a statement: a file of stock brings hundreds by one statement, and a trigger for
-- each row would look for its views, which none has, and write a row for each.
create function tally_listings_begun() returns trigger language plpgsql as $$
begin
  insert into listing_tally (seller_id, status, currency, listings, worth, favorites, views)
  select seller_id, status, currency, count(*), sum(price_amount * (quantity - quantity_held - quantity_sold)), sum(favorite_count), 0
  from begun where status <> 'removed' group by 1, 2, 3;
  return null;
end $$;

-- allow changes-others-writes: each write of an older process is counted by this one as by the one before
create trigger listing_tallied_begun after insert on listing referencing new table as begun for each statement execute function tally_listings_begun();
-- allow drops-what-is-used: no process names it, and in this transaction the one above takes its place
drop trigger listing_tallied_in on listing;
