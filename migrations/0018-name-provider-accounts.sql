-- The e-mail that a provider named when the account was linked: shown to its owner, never looked up.
alter table auth_account add column email text;
