-- Of a house that is here and cannot be asked the platform hears at once, not only when it is late.
alter table onboarding_reminders drop constraint onboarding_reminders_kind_check;
alter table onboarding_reminders add constraint onboarding_reminders_kind_check check (kind in ('reminder', 'escalation', 'silent'));
