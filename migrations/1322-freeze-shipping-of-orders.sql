-- Orders keep how they are shipped, as the seller's table said when they were placed.
alter table orders add column shipping_parcels smallint not null default 1, add column ships_from text;
-- The countries that the payment page takes an address in, where the shipping price is for some only. Null: all.
alter table purchase add column ship_to text[];
