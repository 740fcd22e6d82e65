-- The rule that a report was upheld for, in words.
alter table member_report add column ground text;

-- What an operator decided against a member, why, and what became of their appeal.
create table ruling (
  id text primary key,
  member_id text not null,
  act text not null,
  subject_id text,
  subject_title text,
  report_id text,
  rule text not null,
  reason text not null,
  decided_by text not null,
  decided_at timestamptz not null,
  until timestamptz,
  ended_at timestamptz,
  appeal text,
  appealed_at timestamptz,
  outcome text,
  answer text,
  answered_by text,
  answered_at timestamptz
);
create index ruling_of_member on ruling (member_id, decided_at desc, id desc);
create index ruling_of_subject on ruling (subject_id) where subject_id is not null;
create index ruling_appealed on ruling (appealed_at, id) where appealed_at is not null;

-- What operators note for each other about a case; nobody else reads it.
create table case_note (
  id text primary key,
  case_id text not null,
  by text not null,
  text text not null,
  created_at timestamptz not null
);
create index case_note_of_case on case_note (case_id, id);

-- Statements that operators have written beforehand.
create table statement_text (
  id text primary key,
  name text not null,
  reader text not null,
  text text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index statement_text_name on statement_text (lower(name));
