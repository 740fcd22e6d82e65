-- outside a transaction
create index concurrently offer_answered_by_seller on offer (seller_id, decided_at desc)
  where made_by = 'buyer' and place = 0 and not by_rule and note is null and status in ('accepted', 'declined', 'countered', 'expired');
