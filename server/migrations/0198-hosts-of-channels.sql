-- On whose pages the booking page of a channel may stand: origins, with a star for all names below one; none named = everybody's.
alter table channels add column hosts text[] not null default '{}';
