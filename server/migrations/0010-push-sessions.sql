-- A browser is pushed to only while the session lives that allowed it: signing out, or ending a session of a lost phone, silences it at once.
delete from push_subscriptions;
alter table push_subscriptions add column session_id uuid not null references sessions (id) on delete cascade;
create index push_subscriptions_session on push_subscriptions (session_id);
