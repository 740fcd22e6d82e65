-- Until when a member may list nothing new, open no conversation and make no offers.
create table member_limit (
  user_id text primary key,
  until timestamptz not null,
  created_at timestamptz not null
);
