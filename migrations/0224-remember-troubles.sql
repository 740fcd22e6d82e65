-- What operators have been told of by mail and is not over: told once as it begins, reminded daily, told once when it is over.
create table trouble_told (
  name text primary key,
  began_at timestamptz not null,
  -- When it was last there: one that comes and goes is one trouble.
  seen_at timestamptz not null,
  told_at timestamptz not null
);
