-- That something waits in the thread for this side which none of its devices has heard of. Kept with the message: a look for it need not go through all that waits.
-- What a process of before wrote, or was written before, counts as delivered with the next message or when it is read: changing every row here would hold those who write.
alter table thread_side add column is_unheard boolean not null default false;
