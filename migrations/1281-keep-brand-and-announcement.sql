-- The name and the color of the site, and the announcement above its pages, as an admin has set them. Without a row the
-- setting of the host applies, and no announcement is shown.
create table site_brand (
  only_row boolean primary key default true check (only_row),
  name text not null,
  accent text check (accent ~ '^#[0-9a-f]{6}$')
);
create table site_announcement (
  only_row boolean primary key default true check (only_row),
  id text not null,
  text text not null,
  link text,
  kind text not null check (kind in ('info', 'warning')),
  starts_at timestamptz not null,
  ends_at timestamptz
);
