-- A want whose last copy was bought looks for none.
alter table want add constraint want_copies check (quantity between 0 and 999) not valid;
alter table want drop constraint want_quantity_check;
