-- The same for the titles of what admins decided; their words stay in `body`.
-- allow many-rows-at-once: entries are deleted after 90 days, and only a mark as read waits for a row.
update notification set code = known.code, title = ''
from (values
  ('rulings', 'listing_hidden', 'Your listing was taken off sale'),
  ('rulings', 'review_hidden', 'Your review was hidden'),
  ('rulings', 'want_hidden', 'Your wanted post was hidden'),
  ('rulings', 'list_hidden', 'Your want list was hidden'),
  ('rulings', 'warned', 'You were warned'),
  ('rulings', 'limited', 'What you can do is limited'),
  ('rulings', 'suspended', 'Your account is suspended'),
  ('rulings', 'report_upheld', 'A report about you was upheld'),
  ('rulings', 'appeal_overturned', 'Your appeal was right'),
  ('rulings', 'appeal_upheld', 'Your appeal was turned down'),
  ('reports', 'upheld', 'You were reported, and the market agrees'),
  ('reports', 'dismissed', 'You were reported, and the market found nothing')
) as known (kind, code, title)
where notification.code is null and notification.kind = known.kind and notification.title = known.title;
-- allow many-rows-at-once: entries are deleted after 90 days, and only a mark as read waits for a row.
update notification set
  code = 'answered',
  params = case when title = 'Your report of {name} was answered' then '{"subjectKind": "member", "subjectTitle": null}'::jsonb
    else jsonb_build_object(
      'subjectKind', 'list',
      'subjectTitle', substring(title from '^Your report of the want list “(.*)” was answered$')
    ) end,
  title = ''
where code is null and kind = 'reports'
  and title ~ '^Your report of ([{]name[}]|the want list( “.*”)?) was answered$';
