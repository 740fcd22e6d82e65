-- The sentences of an entry, by code and parameters; `title` and `body` of such a row are empty or words of a person.
-- A process of the version before shows them without their sentences until it stops.
alter table notification add column code text, add column params jsonb;
