-- What a suspension hid, only its end shows again: apart from what the operator paused one by one.
alter table listing drop constraint listing_paused_by_check;
alter table listing add constraint listing_paused_by_check check (paused_by in ('seller', 'tier', 'operator', 'suspension'));
