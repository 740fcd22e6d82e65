-- Sentences that earlier releases stored become codes. What no pattern fits stays as text and is shown as text.
-- All currencies have two decimals, so the digits of a sum are its minor units.
-- allow many-rows-at-once: bulk edits are deleted after a week, and only their seller waits for their rows.
update bulk_change_row r set
  why = null,
  why_code = known.code,
  why_params = (
    select jsonb_object_agg(name, case when name in ('amount', 'count', 'days', 'percent')
      then to_jsonb(regexp_replace(value, '[^0-9]', '', 'g')::bigint) else to_jsonb(value) end)
      || case when 'amount' = any (names) then jsonb_build_object('currency', r.currency) else '{}' end
    from unnest(names, regexp_match(why, pattern)) as param (name, value)
    where name is not null
  )
from (values
  ('market', '^The market is ([^0-9]*[0-9,]+\.[0-9]{2}), of ([0-9]+) sales in ([0-9]+) days\.$', '{amount,count,days}'::text[]),
  ('floor', '^The market is ([^0-9]*[0-9,]+\.[0-9]{2}), of ([0-9]+) sales in ([0-9]+) days; not under your lowest price\.$', '{amount,count,days}'),
  ('cost', '^The market is ([^0-9]*[0-9,]+\.[0-9]{2}), of ([0-9]+) sales in ([0-9]+) days; not under what you paid\.$', '{amount,count,days}'),
  ('largest_change', '^The market is ([^0-9]*[0-9,]+\.[0-9]{2}), of ([0-9]+) sales in ([0-9]+) days; at most ([0-9]+) % at once\.$', '{amount,count,days,percent}'),
  ('no_sales', '^Too few sales of such a copy to say a market price: none in ([0-9]+) days\.$', '{days}'),
  ('few_sales', '^Too few sales of such a copy to say a market price: ([0-9]+) in ([0-9]+) days\.$', '{count,days}'),
  ('no_market_price', '^Too few sales of such a copy to say a market price: none\.$', '{}'),
  ('no_card', '^It is no card of the catalogue, so no market price is known\.$', '{}'),
  ('graded', '^Grades differ too much in price for one market price\.$', '{}'),
  ('special', '^Market prices are of plain copies; ', '{}'),
  ('sales_currency', '^It sells in ([A-Z]{3}), and its price is in ([A-Z]{3})\.$', '{sales,own}'),
  ('floor_currency', '^Its price is in ([A-Z]{3}), the rule’s lowest price in ([A-Z]{3})\.$', '{own,floor}'),
  ('cost_currency', '^Its price is in ([A-Z]{3}), and you paid for it in ([A-Z]{3}); the two are not compared\.$', '{own,cost}'),
  ('change_currency', '^Its price is in ([A-Z]{3}), the change is in ([A-Z]{3})\.$', '{own,change}')
) as known (code, pattern, names)
where why ~ pattern;
