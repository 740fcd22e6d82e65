alter table ledger_entry validate constraint ledger_entry_account;

-- Checked at the commit, when all rows of a transaction are there.
create function refuse_unbalanced_booking() returns trigger language plpgsql as $$
begin
  if exists (select from ledger_entry where transaction_id = new.transaction_id group by currency having sum(amount) <> 0) then
    raise exception 'transaction % of the ledger does not sum to zero', new.transaction_id;
  end if;
  if (select count(*) from ledger_entry where transaction_id = new.transaction_id and account = 'stripe') > 1 then
    raise exception 'transaction % of the ledger moves two sums at Stripe', new.transaction_id;
  end if;
  return null;
end $$;
-- allow changes-others-writes: an older process books two rows of opposite amounts in one statement, which this accepts
create constraint trigger ledger_entry_balanced after insert on ledger_entry
  deferrable initially deferred for each row execute function refuse_unbalanced_booking();

-- allow changes-others-writes: no process truncates the ledger
create trigger ledger_entry_not_truncated before truncate on ledger_entry for each statement execute function refuse_ledger_change();
