-- A copy that meets a wanted post is told of with all else that a member waits for, in one letter.
alter table alert add constraint alert_kinds_told check (kind in ('search', 'seller', 'list', 'want', 'price', 'back', 'sold', 'ending')) not valid;
alter table alert drop constraint alert_kinds;
