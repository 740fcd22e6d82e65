-- By how many steps of thirty seconds an authenticator app's clock is off, as two of its codes in a row have shown, and the code that was refused last for its step.
-- A process of the version before takes one step either way and writes none of it.
alter table auth_second_factor
  add column clock_offset integer not null default 0,
  add column refused_step bigint,
  add column refused_offset integer;
