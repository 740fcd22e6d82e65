-- How close rows stand in a member's lists, and whether the site moves less than their device asks for; null: the usual.
alter table profile add column density text;
alter table profile add column motion text;
