-- A file may need several rights: figures, and the reservations they are made of.
alter table exports drop constraint exports_needs_check;
update exports set needs = jsonb_build_array(needs) where needs is not null;
alter table exports add constraint exports_needs_check check (jsonb_typeof(needs) = 'array' and jsonb_array_length(needs) > 0);
