-- GO1: a booking at a venue's own system comes by several ways: the booking itself, the system's word that a day has changed, and its next answer. What
-- Google was just told of a venue is remembered by a digest, so that the same places are not told once more for each of them.
alter table google_told_venues add column digest text;
