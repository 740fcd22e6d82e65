-- A stretch of days is so many times 24 hours, as `price.rules.ts` counts them: `make_interval(days => …)` was a day of the session's zone, 23 or 25 hours where its clocks change.
-- The median of the shortest of these stretches that has enough sales. Without one `amount` is null, `count` is of the longest, and `other` a currency in which enough were paid.
-- allow changes-others-writes: it only reads, and its answer's shape is the same
create or replace function card_market(
  of_card text, of_condition text, of_finish text, of_language text, of_currency text, at timestamptz, stretches int[], pair_again interval, newest int, enough int, outlier_factor int,
  outliers_among int, out amount bigint, out count int, out days int, out other text
) language plpgsql stable as $$
declare
  counted bigint[];
begin
  foreach days in array stretches loop
    counted := card_sales_that_count(of_card, of_condition, of_finish, of_language, of_currency, at - make_interval(hours => 24 * days), pair_again, newest, enough, outlier_factor, outliers_among);
    count := cardinality(counted);
    if count >= enough then
      amount := (select round((percentile_cont(0.5) within group (order by a))::numeric) from unnest(counted) a);
      return;
    end if;
  end loop;
  for other in
    select s.currency from (
      select currency, sold_at from card_sale
      where card_id = of_card and not is_own and sold_at > at - make_interval(hours => 24 * days) - pair_again and condition = of_condition and finish is not distinct from of_finish and language = of_language
      order by sold_at desc limit newest) s
    where s.currency <> of_currency group by 1 order by max(s.sold_at) desc
  loop
    if cardinality(card_sales_that_count(of_card, of_condition, of_finish, of_language, other, at - make_interval(hours => 24 * days), pair_again, newest, enough, outlier_factor, outliers_among))
      >= enough then return; end if;
  end loop;
  other := null;
end $$;
