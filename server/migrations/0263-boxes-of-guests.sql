-- What stands behind a plus in an address of mail is a box of the same owner's: found by it, and looked at once more.
create index guests_box on guests (venue_id, regexp_replace(lower(email), '\+[^@]*@', '@')) where email like '%+%@%';
update guest_profiles p set looked = false from guests g where g.venue_id = p.venue_id and g.id = p.guest_id and g.email like '%+%@%';
