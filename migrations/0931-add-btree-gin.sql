-- Lets one index hold whose listing it is beside the parts of its words.
create extension if not exists btree_gin;
