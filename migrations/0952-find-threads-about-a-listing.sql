-- outside a transaction
-- What a seller reads under their own listing.
create index concurrently thread_about_listing on thread (subject_id) where subject_kind = 'listing';
