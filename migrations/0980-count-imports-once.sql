-- How far an import is listed, kept with each batch while it is being listed: counting its fifty thousand rows anew for each look at its page would cost more than
-- the batch. Null where it is counted when it is asked for.
alter table stock_import add column counts jsonb;
-- When it last came on while it is listed or taken back; one that has not for hours is given up.
alter table stock_import add column touched_at timestamptz;
