-- One row for each counted thing and window: an account's failed sign-ins, a network's sign-ups. The key ends in a keyed hash of whom it is about.
-- The columns are those that rate-limiter-flexible writes; `expire` is in milliseconds since 1970. auth_rate_limit, which an older process still counts
-- in while the new one starts, goes with a later release.
create table limit_counter (
  key text primary key,
  points integer not null,
  expire bigint not null
);
create index limit_counter_expire_idx on limit_counter (expire);
