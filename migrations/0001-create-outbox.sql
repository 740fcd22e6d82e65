-- Events wait here from the transaction that caused them until the relay gives each its position in commit order.
create extension if not exists pg_trgm;
create extension if not exists unaccent;

create table outbox_event (
  id bigint generated always as identity primary key,
  -- Null until relayed. Positions have no gaps, so "everything after N" is a complete answer.
  position bigint,
  kind text not null,
  subject text not null,
  version bigint not null,
  topics text[] not null,
  data jsonb not null,
  at timestamptz not null
);
create unique index outbox_event_position on outbox_event (position) where position is not null;
create index outbox_event_waiting on outbox_event (id) where position is null;

-- One row: the last position given. Locked by the relay that is giving the next.
create table outbox_relay (
  only_row boolean primary key default true check (only_row),
  last_position bigint not null
);
insert into outbox_relay (last_position) values (0);

-- Sandbox only: how far the app's clock has been moved ahead, kept over restarts.
create table sandbox_clock (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null
);
insert into sandbox_clock (offset_ms) values (0);
