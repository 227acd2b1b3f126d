-- What a name is searched and compared by, the same as `fold` in guests/likeness.ts, letter by letter and whatever the database takes for a letter: a class
-- such as [:alnum:] differs between its locales, and cut words of scripts with signs between their letters in pieces.
create or replace function guest_fold(said text) returns text language sql immutable parallel safe as $$
  select trim(regexp_replace(replace(replace(replace(translate(
      regexp_replace(lower(normalize(coalesce(said, ''), nfkd)), '[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670\u200b-\u200f]', '', 'g'),
      'łøđħıς', 'lodhiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    '[\u0001-\u002a\u002c\u002f\u003a-\u003f\u005b-\u005e\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u2e00-\u2e7f\u3000-\u303f]+', ' ', 'g'))
$$;

-- As list-guests.ts writes them, where anything changes.
update guest_profiles p set search = n.search, sort = n.sort
from (select g.venue_id, g.id,
    ' ' || guest_fold(g.first_name || ' ' || g.last_name || ' ' || coalesce(g.email, '')) || ' ' || coalesce(g.phone, '') || ' ' as search,
    guest_fold(g.last_name || ' ' || g.first_name) as sort
  from guests g) n
where n.venue_id = p.venue_id and n.id = p.guest_id and p.looked and (p.search is distinct from n.search or p.sort is distinct from n.sort);
