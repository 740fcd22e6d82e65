-- The logo that an admin uploaded: the id of its file (`brand/{id}.png`); null: the product's own sign.
alter table site_brand add column logo text;
