-- That something waits in the thread for this side which none of its devices has heard of. Kept with the message: a look for it need not go through all that waits.
-- A process of before writes messages without it; those are told as delivered with the next one, or when they are read.
alter table thread_side add column is_unheard boolean not null default false;
update thread_side s set is_unheard = true from thread t where t.id = s.thread_id and s.unread > 0 and s.delivered_place < t.last_place;
