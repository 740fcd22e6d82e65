-- How long an offer waits without the pauses; null for those of before there were any: then it is from their making to their end.
alter table offer add column waits_ms bigint;
