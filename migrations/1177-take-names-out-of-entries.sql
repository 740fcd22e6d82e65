-- Entries from before had the name in their title.
update notification n set named_id = s.other_id, title = '{name} wrote to you' from thread_side s
  where n.kind = 'messages' and n.named_id is null and s.member_id = n.user_id and n.about = 'thread ' || s.thread_id and n.title like '% wrote to you';
update notification n set named_id = r.author_id, title = '{name} reviewed you' from review r
  where n.kind = 'reviews' and n.named_id is null and n.about = 'review-' || r.id and n.title like '% reviewed you';
update notification set named_id = substr(link, 10), title = '{name} is back' where named_id is null and about like 'back-%' and link like '/profile/%' and title like '% is back';
update notification set named_id = substr(about, 8), title = regexp_replace(title, ' from .*$', ' from {name}')
  where named_id is null and about like 'seller-%' and title like '% from %';
update notification n set named_id = r.reported_id, title = replace(n.title, p.username, '{name}') from member_report r join profile p on p.user_id = r.reported_id
  where n.kind = 'reports' and n.named_id is null and n.about = 'report-' || r.id and n.user_id = r.reporter_id and position(p.username in n.title) > 0;
