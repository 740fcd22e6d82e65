-- What copies of one kind (a printing in one condition, finish, language and currency) sell for, one row however many were sold: a page of fifty of one's own listings read
-- each of their sales, up to 250,000. The rule stands in `price.rules.ts`, as do its numbers, which come with the question; `price-history.test.ts` holds both to the same answers.

-- What counts of the sales of a kind after `since`: one of a pair in `pair_again`, and none that is far beside the median where few are.
create function card_sales_that_count(
  of_card text, of_condition text, of_finish text, of_language text, of_currency text, since timestamptz, pair_again interval, newest int, enough int, outlier_factor int, outliers_among int
) returns bigint[] language plpgsql stable as $$
declare
  sale record;
  last_pair text;
  last_at timestamptz;
  amounts bigint[] := '{}';
  near bigint[];
  middle bigint;
begin
  for sale in
    select s.price_amount, s.sold_at, s.pair from (
      select price_amount, sold_at, pair, currency from card_sale
      where card_id = of_card and not is_own and sold_at > since - pair_again and condition = of_condition and finish is not distinct from of_finish and language = of_language
      order by sold_at desc limit newest) s
    where s.currency = of_currency order by s.pair, s.sold_at, s.price_amount
  loop
    if sale.pair is distinct from last_pair or sale.sold_at - last_at >= pair_again then
      last_pair := sale.pair;
      last_at := sale.sold_at;
      if sale.sold_at > since then amounts := amounts || sale.price_amount; end if;
    end if;
  end loop;
  if cardinality(amounts) < enough then return amounts; end if;
  middle := (select round((percentile_cont(0.5) within group (order by a))::numeric) from unnest(amounts) a);
  near := array(select a from unnest(amounts) a where a * outlier_factor >= middle and a <= middle * outlier_factor);
  if cardinality(amounts) - cardinality(near) <= cardinality(amounts) / outliers_among then return near; end if;
  return amounts;
end $$;

-- The median of the shortest of these stretches that has enough sales. Without one `amount` is null, `count` is of the longest, and `other` a currency in which enough were paid.
create function card_market(
  of_card text, of_condition text, of_finish text, of_language text, of_currency text, at timestamptz, stretches int[], pair_again interval, newest int, enough int, outlier_factor int,
  outliers_among int, out amount bigint, out count int, out days int, out other text
) language plpgsql stable as $$
declare
  counted bigint[];
begin
  foreach days in array stretches loop
    counted := card_sales_that_count(of_card, of_condition, of_finish, of_language, of_currency, at - make_interval(days => days), pair_again, newest, enough, outlier_factor, outliers_among);
    count := cardinality(counted);
    if count >= enough then
      amount := (select round((percentile_cont(0.5) within group (order by a))::numeric) from unnest(counted) a);
      return;
    end if;
  end loop;
  for other in
    select s.currency from (
      select currency, sold_at from card_sale
      where card_id = of_card and not is_own and sold_at > at - make_interval(days => days) - pair_again and condition = of_condition and finish is not distinct from of_finish and language = of_language
      order by sold_at desc limit newest) s
    where s.currency <> of_currency group by 1 order by max(s.sold_at) desc
  loop
    if cardinality(card_sales_that_count(of_card, of_condition, of_finish, of_language, other, at - make_interval(days => days), pair_again, newest, enough, outlier_factor, outliers_among))
      >= enough then return; end if;
  end loop;
  other := null;
end $$;
