-- An operator hid a wanted post: since when, who, why, and what it was before.
alter table want add column hidden_at timestamptz, add column hidden_by text, add column hidden_reason text, add column hidden_from text;
