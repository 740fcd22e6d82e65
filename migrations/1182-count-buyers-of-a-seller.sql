-- To how many different buyers a seller's orders were delivered: what raises the limits of new sellers, where a host has them on. One buyer counts once, whatever they buy.
alter table profile add column sale_buyers integer not null default 0;
