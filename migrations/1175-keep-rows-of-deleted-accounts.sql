-- What a deletion that can be undone took, row by row and sealed; it goes with its way back, after three days.
create table deletion_undo_row (
  undo_id text not null references deletion_undo (id) on delete cascade,
  n integer not null,
  sealed text not null,
  primary key (undo_id, n)
);
