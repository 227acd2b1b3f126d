-- That an import was taken back is told to whoever reads it in his own words, as a merge is.
alter table onboarding_requests drop constraint onboarding_requests_ended_because_check;
alter table onboarding_requests add constraint onboarding_requests_ended_because_check check (ended_because in ('merged', 'undone'));
