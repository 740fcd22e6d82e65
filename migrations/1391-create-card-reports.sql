-- What members report as wrong in the card database. Deleted with the member.
create table card_report (
  id text primary key,
  card_id text not null,
  reporter_id text not null,
  -- Which detail: a code of the feature.
  field text not null,
  note text not null,
  created_at timestamptz not null,
  outcome text check (outcome in ('corrected', 'unchanged')),
  closed_at timestamptz,
  check ((outcome is null) = (closed_at is null))
);
-- The queue of the admins, and of a card.
create index card_report_open on card_report (created_at, id) where outcome is null;
-- A member reports a detail of a card once at a time.
create unique index card_report_once on card_report (card_id, reporter_id, field) where outcome is null;
create index card_report_of_member on card_report (reporter_id);
