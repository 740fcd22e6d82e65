-- What makes a copy different goods from a plain one of its printing. Null: it has no edition, or its seller did not say.
alter table listing
  add column edition text,
  add column signed boolean not null default false,
  add column altered boolean not null default false,
  add column misprint boolean not null default false,
  add constraint listing_edition_check check (edition in ('first', 'unlimited', 'shadowless')) not valid;
