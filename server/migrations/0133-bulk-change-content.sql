-- What a change copies, as it stood when the change began: all its venues get the same, whatever is saved meanwhile.
alter table bulk_changes add column content jsonb;
