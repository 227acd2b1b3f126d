-- The words of all guests there are. Whoever changes what a guest is searched by meanwhile waits (that is who looks at new guests, and who erases one);
-- bookings do not, as they write no words. What was written since the triggers are there is written anew.
lock table guest_words in share row exclusive mode;
delete from guest_words;
insert into guest_words (venue_id, word, guest_id)
  select p.venue_id, word, p.guest_id from guest_profiles p, unnest(guest_words_of(p.search)) as word where p.search is not null;

-- Of some venues, and of all.
alter table guest_words add primary key (venue_id, word, guest_id);
create index guest_words_everywhere on guest_words (word, venue_id, guest_id);
