-- The reported content as it was at the time of the report, and when admins were emailed about the report.
alter table member_report add column thing jsonb;
alter table member_report add column mailed_at timestamptz;
-- A photo of the content itself, which every admin may see; the others are of messages.
alter table member_report_photo add column of_thing boolean not null default false;
