-- An operator has taken a review away from everybody's eyes, and says why.
alter table review add column hidden_at timestamptz;
alter table review add column hidden_by text;
alter table review add column hidden_reason text;
