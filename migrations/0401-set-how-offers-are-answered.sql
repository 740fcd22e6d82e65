alter table listing
  add column offer_window_hours smallint not null default 48,
  add column auto_accept_amount bigint,
  add column auto_decline_amount bigint;
