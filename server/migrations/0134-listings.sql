-- Listings (LI1): what the public is told of a venue beyond what its own row and its book say.

create table listing_profiles (
  venue_id uuid primary key references venues (id) on delete cascade,
  version integer not null default 1,
  names jsonb not null default '{}',
  short_texts jsonb not null default '{}',
  long_texts jsonb not null default '{}',
  cuisines text[] not null default '{}',
  categories text[] not null default '{}',
  website text,
  booking_url text,
  menu_url text,
  social jsonb not null default '[]',
  price_range smallint check (price_range between 1 and 4),
  attributes jsonb not null default '[]',
  payments text[] not null default '{}',
  dress text,
  parking text[] not null default '{}',
  -- Photos in their order, `[{ id, kind, alt }]`.
  photos jsonb not null default '[]',
  -- Hours that differ from the book on purpose; null = as the book says.
  own_week jsonb,
  own_days jsonb not null default '[]',
  updated_at timestamptz not null,
  -- Whatever wrote it: nothing but https is handed on as a link.
  check (website is null or website ~ '^https?://'),
  check (booking_url is null or booking_url ~ '^https://'),
  check (menu_url is null or menu_url ~ '^https://')
);

-- A picture that was sent in, cut as somebody wanted it, and all its sizes. It never changes: another cut is another row.
create table listing_photos (
  id uuid primary key,
  venue_id uuid not null references venues (id) on delete cascade,
  width integer not null,
  height integer not null,
  sizes jsonb not null,
  -- The file it was made of, upright and without what cameras note, and what was cut out of it.
  original text not null,
  cut jsonb,
  created_at timestamptz not null
);
create index listing_photos_of_venue on listing_photos (venue_id, created_at);
