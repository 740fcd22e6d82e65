-- Each note of an offer is the app's, and none has a variable: the column has a code instead of the sentence. A process
-- of the version before shows the code; the sentences that it still writes are read as their codes.
-- allow many-rows-at-once: only ended offers have a note, and nothing waits for the row of one.
update offer set note = code
from (values
  ('The others of this offer were answered without it.', 'left_out'),
  ('It was bought at its price.', 'sold_to_buyer'),
  ('It was sold to somebody else.', 'sold_to_other'),
  ('The seller has taken the listing down.', 'listing_removed'),
  ('The buyer has left the market.', 'buyer_left'),
  ('The seller has left the market.', 'seller_left'),
  ('The buyer can’t trade at the moment.', 'buyer_cannot_trade'),
  ('The seller can’t trade at the moment.', 'seller_cannot_trade'),
  ('It was not paid within 1 day, and is for sale again.', 'unpaid'),
  ('One of the two can’t trade at the moment.', 'outsider'),
  ('An order of this size can’t be paid by card, so that it is for sale again. This counts against nobody.', 'unpayable')
) as known (sentence, code)
where note = sentence;
