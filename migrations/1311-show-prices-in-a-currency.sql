-- Prices in other currencies are also shown to the member in this one; null: they aren't.
alter table profile add column display_currency text;
