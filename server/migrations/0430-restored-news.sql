-- By bell and mail, to who runs the platform: the database went back in time. Only widened, so what is there needs no look.
alter table notifications drop constraint notifications_event_check;
alter table notifications add constraint notifications_event_check
  check (event in ('new', 'changed', 'canceled', 'pending', 'sync_failure', 'review', 'silence', 'enquiry', 'report', 'mention', 'onboarding', 'google_password',
    'google_drift', 'google_trouble', 'restored', 'test')) not valid;
