-- Sentences that earlier releases stored become codes. What fits none stays as text and is shown as text.
-- allow many-rows-at-once: entries are deleted after 90 days, and only a mark as read waits for a row.
update notification set
  code = 'found',
  params = jsonb_build_object(
    'title', coalesce(substring(title from '^For sale: (.*)$'), substring(title from '^(.*) is for sale$')),
    'count', replace(substring(body from '^[0-9,]+'), ',', '')::int
  ),
  title = '',
  body = ''
where code is null and kind = 'wanted' and title ~ '^For sale: .|. is for sale$'
  and body ~ '^[0-9,]{1,9} (copy|copies) for sale (match|matches|fit|fits) (your wanted post|what you look for)\.$';
-- The time of day is not known: noon is the same day in nearly all time zones.
-- allow many-rows-at-once: entries are deleted after 90 days, and only a mark as read waits for a row.
update notification set
  code = 'ends',
  params = jsonb_build_object(
    'title', substring(title from '^Your wanted post “(.*)” ends soon$'),
    'endsAt', to_char(to_date(substring(body from '^It ends on ([0-9]+ [A-Za-z]+ [0-9]+)\.'), 'DD Mon YYYY'), 'YYYY-MM-DD')
      || 'T12:00:00.000Z'
  ),
  title = '',
  body = ''
where code is null and kind = 'wanted' and title ~ '^Your wanted post “.*” ends soon$'
  and body ~ '^It ends on [0-9]{1,2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [0-9]{4}\. Keep it for 90 more days with one press\.$';
-- The names of the cards are not read out of the body, since a name may have a comma: it stays as text.
-- allow many-rows-at-once: entries are deleted after 90 days, and only a mark as read waits for a row.
update notification set
  code = case when title ~ ' for “.*”$' then 'search' when title ~ ' on “.*”$' then 'list' else 'seller' end,
  params = jsonb_build_object('count', replace(substring(title from '^[0-9,]+'), ',', '')::int)
    || case when title ~ '^[0-9,]+ new cards? from [{]name[}]$' then '{}'::jsonb
      else jsonb_build_object('name', substring(title from '^[0-9,]+ new cards? (?:for|on) “(.*)”$')) end,
  title = ''
where code is null and kind = 'alerts'
  and (title ~ '^[0-9,]{1,9} new cards? (for|on) “.*”$'
    or title ~ '^[0-9,]{1,9} new cards? from [{]name[}]$' and named_id is not null);
-- allow many-rows-at-once: entries are deleted after 90 days, and only a mark as read waits for a row.
update notification set
  code = 'sold',
  params = jsonb_build_object('title', substring(title from '^Sold: (.*)$')),
  title = '',
  body = ''
where code is null and kind = 'alerts' and title ~ '^Sold: .' and body = 'Your favourite is gone. Others may have the card.';
-- allow many-rows-at-once: entries are deleted after 90 days, and only a mark as read waits for a row.
update notification set
  code = priced.code,
  params = jsonb_build_object(
    'title', substring(notification.title from '^[A-Za-z ]+: (.*)$'),
    'total', jsonb_build_object(
      'amount', replace(cost[2], ',', '')::bigint * 100 + cost[3]::int,
      'currency', case cost[1] when '$' then 'USD' when '€' then 'EUR' when '£' then 'GBP' when 'CA$' then 'CAD'
        when 'A$' then 'AUD' else 'CHF' end
    ),
    'withShipping', cost[4] is not null
  ),
  title = '',
  body = ''
from (
  select id, known.code, regexp_match(
    body, '^It costs ([$]|€|£|CA[$]|A[$]|CHF.)([0-9,]{1,12})\.([0-9]{2})( with post)?' || known.rest || '$'
  ) as cost
  from notification
  join (values
    ('price', 'Price lowered: ', ' now\.'),
    ('back', 'For sale again: ', '\.'),
    ('ending', 'Ends soon: ', ', and is not renewed by itself\.')
  ) as known (code, head, rest) on starts_with(title, known.head)
  where notification.code is null and kind = 'alerts'
) as priced
where notification.id = priced.id and priced.cost is not null;
