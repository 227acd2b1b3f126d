-- With which key a booking channel or a reservation system called: a partner reads the log of its own calls by key. Hops of before have none.
alter table traces add column key_id uuid;
