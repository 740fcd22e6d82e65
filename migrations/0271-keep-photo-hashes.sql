-- SHA-256 of a photo's largest file: an order keeps it as evidence of what its buyer was shown.
alter table listing_photo add column sha256 text;
-- The same by photo, in the row that a purchase locks; none for photos that were there before, and for those that are drawn.
alter table listing add column photo_hashes jsonb not null default '{}';
