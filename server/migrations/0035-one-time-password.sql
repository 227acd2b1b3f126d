-- A password somebody else was shown counts for one thing only: choosing one's own.
alter table users add column password_one_time boolean not null default false;
