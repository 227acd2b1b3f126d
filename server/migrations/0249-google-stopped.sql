-- GO1: accounts of which Google takes no changes, since when: for features below that of the updates.
create view google_stopped as
select account_id, error_since as since from google_update_states where error is not null and error_since is not null;
