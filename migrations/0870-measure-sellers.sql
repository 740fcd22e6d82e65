-- Measured facts of members, beside their ratings: a row for each paid order of a seller, one for each conversation that somebody else began and the member answered, and
-- when what is shown of them is to be counted anew. Everybody who has sold or written waits for a first count.
create table sale_fact (
  order_id text primary key references orders (id) on delete cascade,
  seller_id text not null,
  paid_at timestamptz not null,
  ship_seconds integer check (ship_seconds >= 0),
  is_canceled boolean not null,
  is_reported boolean not null,
  is_settled boolean not null,
  check (is_reported or not is_settled)
);
create index sale_fact_of_seller on sale_fact (seller_id, paid_at);

create table answer_fact (
  thread_id text primary key references thread (id) on delete cascade,
  member_id text not null,
  answered_at timestamptz not null,
  wait_seconds integer not null check (wait_seconds >= 0)
);
create index answer_fact_of_member on answer_fact (member_id, answered_at);

create table member_facts (
  member_id text primary key,
  renew_at timestamptz not null
);
create index member_facts_due on member_facts (renew_at);

insert into member_facts (member_id, renew_at)
select member_id, 'epoch' from (select seller_id as member_id from orders where paid_at is not null union select sender_id from thread_message) m
where exists (select from profile p where p.user_id = m.member_id and p.deleted_at is null);

-- What the profile shows of it; null until it was counted.
alter table profile add column facts jsonb;

-- When the side that was written to first answered; null until it has.
alter table thread add column answered_at timestamptz;
