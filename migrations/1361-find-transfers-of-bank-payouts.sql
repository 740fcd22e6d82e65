-- outside a transaction
-- The orders of a payout to the bank.
create index concurrently transfer_bank_payout on transfer (bank_payout_id) where bank_payout_id is not null;
