-- outside a transaction
create index concurrently listing_special on listing (edition, published_at desc)
  where status = 'active' and (edition is not null or signed or altered or misprint);
