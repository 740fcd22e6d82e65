-- What an admin has corrected of a card. An import applies it to the rows of its file, so that it stays.
create table card_correction (
  card_id text primary key,
  name text not null,
  number text,
  number_order text not null,
  rarity text,
  set_code text not null,
  is_hidden boolean not null,
  corrected_at timestamptz not null
);
-- A hidden card is in no search and no list; its own page and its listings stay.
alter table card add column is_hidden boolean not null default false;
