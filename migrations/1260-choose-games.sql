-- The games that a member collects; their home page shows these first. Null: none chosen.
alter table profile add column games text[];
