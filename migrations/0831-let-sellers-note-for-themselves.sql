-- What a seller calls a copy, where it lies and what they want to remember; nobody else reads them.
alter table listing add column sku text;
alter table listing add column place text;
alter table listing add column private_note text;
