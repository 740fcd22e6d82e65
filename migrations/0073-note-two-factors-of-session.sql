-- When a session has shown two factors; null for one that a password or Google alone has opened.
alter table auth_session add column two_factors_at timestamptz;
