-- Names of price alerts that earlier releases stored. What fits none stays as text.
-- allow many-rows-at-once: only price alerts, of which a member has few; a change of the same search waits for its row.
update saved_search set
  name_code = 'price_alert',
  name_params = jsonb_build_object(
    'card', substring(name from '^(.*) under [^ ]*[0-9]$'),
    'price', jsonb_build_object(
      'amount', replace(cost[2], ',', '')::bigint * 100 + cost[3]::int,
      'currency', case cost[1] when '$' then 'USD' when '€' then 'EUR' when '£' then 'GBP' when 'CA$' then 'CAD'
        when 'A$' then 'AUD' else 'CHF' end
    )
  ),
  name = ''
from (
  select id, regexp_match(name, ' under ([$]|€|£|CA[$]|A[$]|CHF.)([0-9,]{1,12})\.([0-9]{2})$') as cost
  from saved_search
  where listing_id is not null
) as priced
where saved_search.id = priced.id and priced.cost is not null and saved_search.name_code is null;
