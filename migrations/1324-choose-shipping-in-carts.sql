-- The country that the cart's holder chose, and the names of the shipping methods that they chose, by seller.
alter table cart add column country text;
alter table cart add column methods jsonb not null default '{}';
