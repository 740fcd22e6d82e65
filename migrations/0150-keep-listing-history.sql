-- Each move of a listing through its process: from where, by whom, why and when. No foreign key: the writer holds the listing's row anyway, and
-- making one would lock the listings for a moment.
create table listing_history (
  id bigint generated always as identity primary key,
  listing_id text not null,
  verb text not null,
  -- Null where it begins. A pause is told apart by who made it: paused_by_seller, paused_by_tier, paused_by_suspension, paused_by_operator.
  from_state text,
  to_state text not null,
  by text not null,
  -- The seller or the operator; null where the market itself moved it.
  actor_id text,
  why text not null,
  -- What an operator wrote to the seller.
  note text,
  -- The order for which copies were held, given back or sold.
  order_id text,
  at timestamptz not null
);
create index listing_history_listing on listing_history (listing_id, id);
