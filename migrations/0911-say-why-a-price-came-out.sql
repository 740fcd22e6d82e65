-- What settled the price of a listing, or kept it: the market, a floor, too few sales.
alter table bulk_change_row add column reason text;
