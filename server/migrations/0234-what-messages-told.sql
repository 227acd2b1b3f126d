-- What a message said of the booking, as a key that leads to nobody: the same is not written twice, and a change that none of it speaks of is not written at all.
alter table guest_messages add column told text;
