-- What the catalogue read in the words of a saved search beside the cards that its keys name, and whether it says more in advanced language: a new listing is then compared in one statement.
alter table saved_search add column words text[] not null default '{}';
alter table saved_search add column advanced boolean not null default false;
