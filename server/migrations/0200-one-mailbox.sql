-- What stands behind a plus sign names the same mailbox: all of its mails count together.
create function mailbox_of(email text) returns text language sql immutable parallel safe return lower(regexp_replace(email, '\+[^@]*@', '@'));
drop index onboarding_invites_tried_email;
create index onboarding_invites_tried_mailbox on onboarding_invites (mailbox_of(email), tried_at) where tried_at is not null;
