-- GO1: when an account was last asked for free places at a venue: two accounts may book as one channel, and only one of them may ever have been called.
create table google_lookups (
  account_id uuid not null references google_accounts (id) on delete cascade,
  venue_id uuid not null references venues (id) on delete cascade,
  at timestamptz not null,
  primary key (account_id, venue_id)
);
create index google_lookups_venue on google_lookups (venue_id);

-- Where one account alone books as a channel, what the channel was asked was asked of that account.
insert into google_lookups (account_id, venue_id, at)
select a.id, h.venue_id, h.searched_at from channel_health h join google_accounts a on a.channel_id = h.channel_id
where h.searched_at is not null and not exists (select from google_accounts other where other.channel_id = a.channel_id and other.id <> a.id);
