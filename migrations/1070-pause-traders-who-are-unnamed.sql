-- What waits until a trader has shown who sells is paused apart from what anybody else pauses: only showing it, or the mark's end, brings it back.
alter table listing drop constraint listing_paused_by_check;
alter table listing
  add constraint listing_paused_by_check check (paused_by in ('seller', 'tier', 'operator', 'suspension', 'standing')) not valid;

-- Until when whoever an operator marks as a trader has time to show what is missing. Null for those marked before: their mail promised that what was for sale stays.
alter table seller_standing add column data_due_at timestamptz;
