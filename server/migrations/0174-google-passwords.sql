-- GO1: people are told before a password of a booking server at Google ends.
alter table notifications drop constraint notifications_event_check;
alter table notifications add constraint notifications_event_check
  check (event in ('new', 'changed', 'canceled', 'pending', 'sync_failure', 'review', 'silence', 'enquiry', 'report', 'mention', 'onboarding', 'google_password', 'test'));
