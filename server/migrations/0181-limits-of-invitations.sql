-- What one address, and the restaurants of one partner, get in a day has an end; what is above waits.
alter table onboarding_invites
  -- Given to the mail server, whether it took it or not; null = not yet.
  add column tried_at timestamptz,
  -- Since when it waits because there were too many.
  add column deferred_at timestamptz;
update onboarding_invites set tried_at = sent_at where sent_at is not null;
create index onboarding_invites_tried_email on onboarding_invites (lower(email), tried_at) where tried_at is not null;
create index onboarding_invites_tried on onboarding_invites (tried_at) where tried_at is not null;
create index onboarding_invites_deferred on onboarding_invites (deferred_at) where deferred_at is not null and tried_at is null;
