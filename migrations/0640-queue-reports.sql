-- What a report is about, who of the operators has taken it, and what became of it.
alter table member_report add column subject_kind text not null default 'member';
-- Null in reports of a member: that is who is reported.
alter table member_report add column subject_id text;
alter table member_report add column subject_title text;
alter table member_report add column state text not null default 'open';
alter table member_report add column claimed_by text;
alter table member_report add column claimed_at timestamptz;
alter table member_report add column decision text;
alter table member_report add column to_reporter text;
alter table member_report add column to_reported text;
alter table member_report add column answered_at timestamptz;

-- Photos of frozen messages: their files stay as long as the report keeps them, whatever becomes of the message.
create table member_report_photo (
  report_id text not null references member_report (id),
  photo_id text not null,
  primary key (report_id, photo_id)
);
create index member_report_photo_of on member_report_photo (photo_id);
