-- Reviews come by files as well.
alter table reviews
  add column import_batch_id uuid,
  add column import_line integer;
create index reviews_of_import on reviews (import_batch_id, import_line) where import_batch_id is not null;

alter table import_batches
  drop constraint import_batches_kind_check,
  drop constraint import_batches_venue;
alter table import_batches
  add constraint import_batches_kind_check check (kind in ('reservations', 'venues', 'users', 'reviews')),
  add constraint import_batches_venue check (kind in ('reservations', 'reviews') or venue_id is null);
