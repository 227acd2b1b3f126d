-- Who is signed in and looks after a restaurant opens its own step from the portal: a link like that by mail, for that person alone, never mailed.
alter table onboarding_invites add column user_id uuid references users (id) on delete cascade;
drop index onboarding_invites_open;
create unique index onboarding_invites_open on onboarding_invites (request_id) where replaced_at is null and answer is null and user_id is null;
create unique index onboarding_invites_user on onboarding_invites (user_id, request_id) where user_id is not null and answer is null;
