-- The thing that an entry tells of (`thread ID`, `offer ID`): reading that thing reads its entries. Null for what has no page of its own.
alter table notification add column thing text;
