-- Whose event it is: null for the market's own account. Older processes leave it out, and store no event of another account.
alter table stripe_event add column account text;
