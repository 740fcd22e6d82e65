-- How a member reads numbers and times; null: as their browser says.
alter table profile add column number_format text;
alter table profile add column time_zone text;
