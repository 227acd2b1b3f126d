-- What a company asks for all of its venues, in seconds, beside what each venue's book says; the stricter counts, for channels only.
alter table companies
  add column min_advance_booking integer check (min_advance_booking between 0 and 31536000),
  add column min_advance_booking_cancelling integer check (min_advance_booking_cancelling between 0 and 31536000),
  -- Where a reservation system wants the origin of bookings in their notes, a company may still say no.
  add column include_source_in_notes boolean not null default true,
  -- Where the company's people start the installation at Meta. Only shown, never called.
  add column fb_install_link text check (fb_install_link ~ '^https://' and length(fb_install_link) <= 2000);
