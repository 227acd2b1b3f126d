-- Where somebody has signed in before: tries from there are counted by themselves, so that nobody who only knows a name can keep its owner out.
create table known_devices (
  user_id uuid not null references users (id) on delete cascade,
  -- Of a text of chance that the browser made for itself.
  hash bytea not null,
  used_at timestamptz not null,
  primary key (user_id, hash)
);
create index known_devices_hash on known_devices (hash);
create index known_devices_used on known_devices (used_at);
