-- GO1: two accounts may book as one channel, and Google judges each by itself: so the launch room measures an account's own calls. Of every minute a few
-- times are kept, in milliseconds, from which the slowest twentieth of a week is told.
alter table google_calls add column times integer[] not null default '{}';
