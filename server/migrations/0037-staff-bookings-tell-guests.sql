-- HU4: somebody of the staff asked that the guest be told; said once, when the venue's own system has decided, however long that takes.
alter table remote_bookings add column tell_guest boolean not null default false;
