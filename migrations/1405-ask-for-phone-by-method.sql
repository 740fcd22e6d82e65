-- Whether the carrier of a method needs the recipient's phone number.
alter table shipping_method add column needs_phone boolean not null default false;
