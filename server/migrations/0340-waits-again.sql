-- Who was seated from the waitlist by a slip waits again, as before: where a table was kept for him it is kept until the same time, else the seat never
-- was a booking to anybody.
insert into waitlist_moves (kind, from_status, to_status) values ('door', 'seated', 'waiting'), ('door', 'seated', 'ready');
insert into reservation_moves (from_status, to_status) values ('seated', 'held');
