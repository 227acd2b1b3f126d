-- Work in the background that somebody began while he acted as a customer: its entries of the audit tell who really sat there.
alter table bulk_changes add column acted_by jsonb;
alter table import_batches add column acted_by jsonb;
