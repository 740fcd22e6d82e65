-- One table for every write that its sender may repeat, in the place of the orders' and the listings' own. Keys live a day; those of before are forgotten.
drop table idempotency_key;
alter table listing drop column request_key, drop column request_digest;

create table idempotency_key (
  member_id text not null,
  key_hash text not null,
  -- Of method, address and body: whether it is still the same request.
  fingerprint text not null,
  -- Who answers it at present. A run that has lost its place to another cannot commit its effect.
  run_id text not null,
  lease_until timestamptz not null,
  -- Set by the transaction of the effect itself.
  has_effect boolean not null default false,
  made text,
  -- Sealed with the key that the sender alone has. Null while nothing was answered yet.
  answer bytea,
  created_at timestamptz not null,
  primary key (member_id, key_hash)
);
create index idempotency_key_age on idempotency_key (created_at);
