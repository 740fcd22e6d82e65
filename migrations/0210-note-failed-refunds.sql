-- Why a refund failed and when, and of an operator's new try: which refund it is for.
alter table refund add column failure text, add column failed_at timestamptz, add column retry_of text;
