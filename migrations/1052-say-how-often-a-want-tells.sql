-- How often the owner of a wanted post is told of copies that meet it: now, daily or weekly.
alter table want add column frequency text not null default 'now';
