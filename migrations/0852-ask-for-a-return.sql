create table return_wait (
  seller_id text not null,
  member_id text not null,
  vacation_id text not null,
  created_at timestamptz not null,
  primary key (seller_id, member_id),
  check (seller_id <> member_id)
);
create index return_wait_of_member on return_wait (member_id);
