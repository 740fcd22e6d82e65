-- Until when a buyer who let holds end unpaid can hold no copies: of one listing, or of any (an empty listing).
create table hold_pause (
  buyer_id text not null,
  listing_id text not null,
  until timestamptz not null,
  primary key (buyer_id, listing_id)
);
