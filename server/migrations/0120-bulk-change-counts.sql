-- What a change of many venues came to, once a step of it is over: a list of fifty changes of thirteen thousand venues each is not counted anew for
-- everybody who looks. While it is under way its venues are counted.
alter table bulk_changes add column counts jsonb;

-- Each venue's row is written again when it is settled; with room beside it no index has to hear of it.
alter table bulk_change_venues set (fillfactor = 70);
