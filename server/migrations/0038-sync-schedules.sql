-- HU5: how often each system is brought in line, and for which parties it is asked; null = as usual.
alter table systems
  add column sync_venues_minutes integer check (sync_venues_minutes between 15 and 10080),
  add column sync_areas_minutes integer check (sync_areas_minutes between 15 and 10080),
  add column sync_availability_minutes integer check (sync_availability_minutes between 1 and 1440),
  add column sync_reservations_minutes integer check (sync_reservations_minutes between 1 and 1440),
  add column sync_health_minutes integer check (sync_health_minutes between 1 and 60),
  add column sync_party_sizes integer[] check (cardinality(sync_party_sizes) between 1 and 8 and 1 <= all (sync_party_sizes) and 100 >= all (sync_party_sizes));
