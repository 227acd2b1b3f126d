-- A split that is taken back: the party that was split off ends as if it had never been. Whoever canceled is another matter.
insert into reservation_moves (from_status, to_status) values ('confirmed', 'expired'), ('seated', 'expired');
