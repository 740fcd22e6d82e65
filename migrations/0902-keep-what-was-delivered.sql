-- Up to which place of a thread a side's devices have heard that something was said; 0 for what was said before this was kept.
alter table thread_side add column delivered_place bigint not null default 0;
