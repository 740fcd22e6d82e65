-- outside a transaction
-- Graded copies that are live, by grader and certificate as they are compared (`certificateKey`).
create index concurrently listing_certificate on listing
  ((upper(regexp_replace((grading ->> 'company') || '/' || (grading ->> 'certificate'), '[^a-zA-Z0-9/]', '', 'g'))))
  where status in ('active', 'reserved') and grading ->> 'certificate' is not null;
