-- A sentence of the app is a code with parameters; `note` and `cancel_reason` hold words of persons. `attention` has no
-- such words, so its code is in the column itself.
alter table order_history add column note_code text, add column note_params jsonb;
alter table orders add column cancel_code text, add column attention_params jsonb;
