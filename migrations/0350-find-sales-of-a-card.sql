-- outside a transaction
create index concurrently if not exists listing_sold_of_card on listing (card_id) where quantity_sold > 0 and card_id is not null;
