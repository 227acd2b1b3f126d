-- Venues that migration 0061 renamed and nobody has looked at since: their own id still ends with their hub id.
create index venues_id_doubled on venues (id) where right(external_id, 13) = '~' || right(id::text, 12);
