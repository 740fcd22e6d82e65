-- outside a transaction
create unique index concurrently bulk_change_of_night on bulk_change (rule_id, night) where rule_id is not null;
