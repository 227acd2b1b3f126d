-- What the database computes of columns that are never null is never null either, and readers rely on it.
alter table reservations alter column search set not null;
alter table webhook_deliveries alter column rank set not null;
