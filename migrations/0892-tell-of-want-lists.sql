-- A copy that a want list wants is told of like what a saved search finds.
alter table alert add constraint alert_kinds check (kind in ('search', 'seller', 'list', 'price', 'back', 'sold', 'ending')) not valid;
alter table alert drop constraint alert_kind_check;
alter table alert_choice add column lists text not null default 'daily';
alter table alert_choice add constraint alert_choice_lists check (lists in ('now', 'daily', 'weekly')) not valid;
