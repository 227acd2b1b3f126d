-- Whoever has a report sent is told when it stops by itself, among other reasons because it failed again and again.
alter table notifications drop constraint notifications_event_check;
alter table notifications add constraint notifications_event_check
  check (event in ('new', 'changed', 'canceled', 'pending', 'sync_failure', 'review', 'silence', 'enquiry', 'report', 'test'));
alter table reports drop constraint reports_stopped_for_check;
alter table reports add constraint reports_stopped_for_check
  check (stopped_for in ('owner_gone', 'right_lost', 'venues_lost', 'nobody_left', 'failing'));
