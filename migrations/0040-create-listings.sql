create table listing (
  id text primary key,
  seller_id text not null references auth_user (id),
  -- The printing in the catalogue; null for a card in free text. What is shown and filtered by stands here as well, so that a page of tiles reads one table.
  card_id text,
  card_finishes text[] not null default '{}',
  game text not null,
  set_code text,
  set_name text,
  number text,
  name text not null,
  rarity text,
  title text not null check (length(title) between 1 and 120),
  condition text not null,
  finish text,
  language text not null,
  grading jsonb,
  graded boolean generated always as (grading is not null) stored,
  quantity integer not null check (quantity between 1 and 999),
  quantity_held integer not null default 0 check (quantity_held >= 0),
  quantity_sold integer not null default 0 check (quantity_sold >= 0),
  price_amount bigint not null check (price_amount between 1 and 100000000),
  currency text not null,
  -- The price in one reference currency, for order and ranges over several currencies. Nobody pays by it.
  price_rank bigint not null,
  offer_floor_amount bigint check (offer_floor_amount between 1 and 100000000),
  accepts_offers boolean not null,
  shipping jsonb not null default '[]',
  description text,
  -- What readers need of the photos, in order; written together with listing_photo.
  photos jsonb not null default '[]',
  status text not null check (status in ('draft', 'active', 'reserved', 'sold', 'expired', 'paused', 'removed')),
  -- Why it rests: what a downgrade paused, an upgrade resumes; what its seller paused, only the seller does.
  paused_by text check (paused_by in ('seller', 'tier', 'operator')),
  tier text not null check (tier in ('free', 'premium')),
  version bigint not null default 1,
  favorite_count integer not null default 0 check (favorite_count >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  published_at timestamptz,
  expires_at timestamptz,
  -- The words under which it is found: for searches that mean more cards than the catalogue's search names one by one.
  words text[] not null default '{}',
  -- The same in one text where the card is in free text, so that a misspelt search finds it; null where the catalogue knows the card.
  free_text text,
  -- A small number of its own, for the counts that the server keeps in memory.
  n integer not null generated always as identity,
  constraint listing_stock check (quantity_held + quantity_sold <= quantity),
  constraint listing_paused check ((status = 'paused') = (paused_by is not null)),
  constraint listing_published check (status not in ('active', 'reserved') or (published_at is not null and expires_at is not null))
) with (fillfactor = 85);

-- One index for each order in which the market is paged, by itself and within a game. Each carries what the filters ask, so that a page is found in the
-- index alone and only the rows that are shown are read from the table.
create index listing_newest on listing (published_at desc, id desc)
  include (game, set_code, rarity, condition, finish, language, graded, accepts_offers, price_rank, expires_at) where status = 'active';
create index listing_price on listing (price_rank, id)
  include (game, set_code, rarity, condition, finish, language, graded, accepts_offers, expires_at) where status = 'active';
create index listing_ending on listing (expires_at, id)
  include (game, set_code, rarity, condition, finish, language, graded, accepts_offers, price_rank) where status = 'active';
create index listing_game_newest on listing (game, published_at desc, id desc)
  include (set_code, rarity, condition, finish, language, graded, accepts_offers, price_rank, expires_at) where status = 'active';
create index listing_game_price on listing (game, price_rank, id)
  include (set_code, rarity, condition, finish, language, graded, accepts_offers, expires_at) where status = 'active';
create index listing_set on listing (set_code, game, published_at desc, id desc)
  include (rarity, condition, finish, language, graded, accepts_offers, price_rank, expires_at) where status = 'active';
create index listing_card on listing (card_id, price_rank, id) where status = 'active';
create index listing_words on listing using gin (words) where status = 'active';
create index listing_free_text on listing using gin (free_text gin_trgm_ops) where status = 'active' and free_text is not null;
create unique index listing_n on listing (n);
create index listing_of_seller on listing (seller_id, published_at desc, id desc) where status = 'active';
create index listing_seller on listing (seller_id, status, created_at desc, id desc);

-- Cards in free text whose words are like these, misspelt ones too. A function, because the threshold belongs to it and not to the connection.
create function listings_like(sought text) returns table (id text, closeness real)
language sql stable set pg_trgm.word_similarity_threshold = 0.42 as $$
  select l.id, word_similarity(sought, l.free_text) from listing l
  where l.status = 'active' and l.free_text is not null and sought <% l.free_text
  order by 2 desc, 1 limit 500
$$;

-- One row a seller: whoever changes how many listings of a seller are live locks it first, so that the tier's limit holds under any number of requests at once.
create table listing_shelf (
  seller_id text primary key references auth_user (id)
);

create table listing_photo (
  id text primary key,
  listing_id text not null references listing (id) on delete cascade,
  position smallint not null,
  -- `art` is drawn by the project from the card when it is first asked for; `upload` came from the seller.
  kind text not null check (kind in ('upload', 'art')),
  -- What an `art` photo shows: front, back, corner, surface.
  view text,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  widths integer[] not null,
  placeholder text,
  alt text not null,
  created_at timestamptz not null
);
create index listing_photo_listing on listing_photo (listing_id, position);

create table listing_view (
  listing_id text primary key references listing (id) on delete cascade,
  views bigint not null
) with (fillfactor = 80);

create table favorite (
  user_id text not null references auth_user (id) on delete cascade,
  listing_id text not null references listing (id) on delete cascade,
  saved_at timestamptz not null,
  -- The price when it was saved, to show what has changed since.
  saved_price_amount bigint not null,
  saved_currency text not null,
  primary key (user_id, listing_id)
);
create index favorite_newest on favorite (user_id, saved_at desc, listing_id desc);
create index favorite_listing on favorite (listing_id);
