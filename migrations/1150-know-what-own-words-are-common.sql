-- How common a word is in what a seller's own search looks in (`ownWords`): a word that many listings hold is found by walking the seller's newest, a rare one by `listing_own_words`.
-- PostgreSQL keeps no such figures of an index of a part of the rows.
create statistics listing_own_words_common on (coalesce(name, '') || ' ' || coalesce(title, '') || ' ' || coalesce(set_name, '') || ' ' ||
  coalesce(set_code, '') || ' ' || coalesce(number, '') || ' ' || coalesce(sku, '') || ' ' || coalesce(place, '')) from listing;
