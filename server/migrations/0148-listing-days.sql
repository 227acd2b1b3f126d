-- A listing tells the days of the coming weeks: what it says changes by itself when another day comes into sight. What was told of it last, and on
-- which of the venue's own days that was looked at.
alter table listing_changes add column told_mark text, add column told_on date;
