-- Requests of onboarding come by files as well.
alter table import_batches drop constraint import_batches_kind_check;
alter table import_batches
  add constraint import_batches_kind_check check (kind in ('reservations', 'venues', 'users', 'reviews', 'onboarding'));
