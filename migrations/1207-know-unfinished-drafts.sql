-- A draft that was begun with its photos: its card and price are not chosen yet (`listings/begin-draft.server.ts`).
alter table listing add column is_unfinished boolean not null default false;
