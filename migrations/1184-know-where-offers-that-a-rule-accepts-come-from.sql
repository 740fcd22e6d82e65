-- The network that an offer came from which a seller's rule accepted, as a keyed hash, for a month: who lets such offers lapse again and again, by whatever account, gets the next ones answered by the
-- seller in person.
alter table offer add column network text;
