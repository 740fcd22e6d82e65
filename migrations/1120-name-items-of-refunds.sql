-- For which items of its order money went back. Null names none: it is about the whole order, as all were before.
alter table refund add column positions smallint[];
