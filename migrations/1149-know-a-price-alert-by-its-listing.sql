-- From which listing's page a saved search was made, as a price alert; null for one that a member saved themselves.
alter table saved_search add column listing_id text;
