-- Whoever is next in an onboarding request hears of it by the bell, and by mail or push as he chose (ON3).
alter table notifications drop constraint notifications_event_check;
alter table notifications add constraint notifications_event_check check (event in (
  'new', 'changed', 'canceled', 'pending', 'sync_failure', 'review', 'onboarding', 'silence', 'enquiry', 'report', 'mention', 'test'));
