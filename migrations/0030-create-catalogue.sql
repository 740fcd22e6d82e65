create table game (
  slug text primary key check (slug ~ '^[a-z0-9-]{1,32}$'),
  name text not null,
  -- The order of the shelves; games that an import brought come after the shipped ones.
  sort_order int not null default 100
);
insert into game (slug, name, sort_order) values
  ('pokemon', 'Pokémon', 1),
  ('magic', 'Magic: The Gathering', 2),
  ('yugioh', 'Yu-Gi-Oh!', 3),
  ('onepiece', 'One Piece', 4),
  ('lorcana', 'Disney Lorcana', 5),
  ('fab', 'Flesh and Blood', 6),
  ('sports', 'Sports cards', 7);

create table card_set (
  game text not null references game (slug),
  code text not null,
  abbr text,
  name text not null,
  series text,
  -- A year or a whole date, as far as it is known.
  release_date text check (release_date ~ '^\d{4}(-\d\d-\d\d)?$'),
  release_date_approx boolean not null default false,
  printed_total int,
  -- Kept by the import.
  card_count int not null default 0,
  sport text,
  parallels text[] not null default '{}',
  source text not null,
  primary key (game, code)
);
create index card_set_by_date on card_set (game, release_date desc nulls last, code);

create table card (
  -- Made of game and external id, so that the same file gives the same ids everywhere.
  id text primary key,
  game text not null,
  set_code text not null,
  external_id text not null,
  number text,
  -- The number with its digits padded, so that 9 comes before 10.
  number_order text not null,
  name text not null,
  rarity text,
  finishes text[] not null default '{}',
  variants text[] not null default '{}',
  artist text,
  language text not null,
  -- Mostly its set's; a later printing or another region has its own.
  release_date text,
  release_date_approx boolean not null default false,
  -- Facts that only some games have: attributes, print run, region, ids elsewhere.
  extra jsonb,
  source text not null,
  foreign key (game, set_code) references card_set (game, code)
);
create index card_in_set on card (game, set_code, number_order, id);

-- One row: moves with every import that changed something.
create table catalogue_state (
  only_row boolean primary key default true check (only_row),
  revision int not null
);
insert into catalogue_state (revision) values (0);

-- The search index, ready to be loaded, in pieces that fit a message. `format` is the program's: another program builds its own.
create table catalogue_index (
  format int not null,
  piece int not null,
  revision int not null,
  bytes bytea not null,
  primary key (format, piece)
);
alter table catalogue_index alter column bytes set storage external;

-- Files that were imported whole, so that a start need not read them again.
create table catalogue_file (
  digest text primary key,
  name text not null,
  rows int not null,
  imported_at timestamptz not null
);
