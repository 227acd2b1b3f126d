-- What leads from an acting session back to the administrator's own: a secret of its own, so that a customer's token alone never becomes an administrator's.
alter table sessions add column back_hash bytea;
