-- A server's own collation may put "~", the mark of an unnumbered card, before the digits.
alter table card alter column number_order type text collate "C";
