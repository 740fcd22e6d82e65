-- Of all its widths, so that what drafts store can be limited. Null for those from before, and for drawings that are made when they are asked for.
alter table listing_photo add column bytes int;
