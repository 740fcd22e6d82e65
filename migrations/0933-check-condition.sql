-- What the seller looked at: corners, edges, surface, centring, and which sides the photos show. Null where they said nothing.
alter table listing add column checklist jsonb;
