-- What guests are found by as somebody types: each word of a name, followed by the name's other words, so that a word is one stretch of an index and the
-- others are looked for in what was read there; the address of mail, and what in it begins behind a sign; the number as it is dialled from abroad, from
-- within the country, and from its end. Only `guest_profiles` writes here, by the triggers below: both always say the same.
create table guest_words (
  venue_id uuid not null,
  -- Compared byte by byte, whatever the database sorts by: what begins alike stands together.
  word text collate "C" not null,
  guest_id uuid not null
);

-- Of the text guests are searched by (`search`): what its triggers write, and what those who were not looked at yet are compared with.
create function guest_words_of(search text) returns text[] language plpgsql immutable parallel safe as $$
declare
  said text;
  names text[] := '{}';
  addresses text[] := '{}';
  numbers text[] := '{}';
  found text[] := '{}';
  name text;
  local text;
begin
  foreach said in array string_to_array(trim(search), ' ') loop
    if said ~ '^\+?[0-9]{5,}$' then
      numbers := numbers || ltrim(said, '+0') || ('~' || reverse(ltrim(said, '+')));
      -- Country codes have one digit, or two, or three.
      if said ~ '^\+[17]' then
        numbers := numbers || ltrim(substr(said, 3), '0');
      elsif said ~ '^\+(2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])' then
        numbers := numbers || ltrim(substr(said, 4), '0');
      elsif left(said, 1) = '+' then
        numbers := numbers || ltrim(substr(said, 5), '0');
      end if;
    elsif position('@' in said) > 0 then
      addresses := addresses || said;
      local := split_part(said, '@', 1);
      while local ~ '[-._+]' loop
        local := regexp_replace(local, '^[^-._+]*[-._+]+', '');
        if local <> '' then
          addresses := addresses || (local || substr(said, position('@' in said)));
        end if;
      end loop;
    else
      names := names || array_remove(string_to_array(translate(said, '-._+', '    '), ' '), '');
    end if;
  end loop;
  name := array_to_string(names, ' ');
  for n in 1 .. least(cardinality(names), 16) loop
    found := found || array_to_string(names[n:] || names[:n - 1], ' ');
  end loop;
  foreach said in array numbers loop
    found := found || (said || ' ' || name);
  end loop;
  return array(select distinct left(word, 250) from unnest(found || addresses) as word where word <> '');
end $$;

create function guest_words_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.search is not null then
    delete from guest_words w where w.venue_id = old.venue_id and w.guest_id = old.guest_id and w.word = any (guest_words_of(old.search));
  end if;
  if new.search is not null then
    insert into guest_words (venue_id, word, guest_id) select new.venue_id, word, new.guest_id from unnest(guest_words_of(new.search)) as word;
  end if;
  return null;
end $$;
create trigger guest_profiles_words_made after insert on guest_profiles for each row when (new.search is not null) execute function guest_words_kept();
create trigger guest_profiles_words_changed after update of search, venue_id on guest_profiles for each row
  when (new.search is distinct from old.search or new.venue_id <> old.venue_id) execute function guest_words_kept();

-- With the guest, whoever erases him: by his words, as an index by guest would be a third one.
create function forget_guest_words() returns trigger language plpgsql as $$
begin
  delete from guest_words w where w.venue_id = old.venue_id and w.guest_id = old.guest_id and w.word = any (guest_words_of(old.search));
  return null;
end $$;
create trigger guest_profiles_words_gone after delete on guest_profiles for each row when (old.search is not null) execute function forget_guest_words();
