-- An address as it is compared (addressForm of streetOf): street and number in any order, without the part of the house, accents, case and signs, and without
-- words that people write short or leave out. Null where it names no number. Whatever is the same to the server has the same key; the server looks closer.
create function street_key(address text) returns text language sql immutable parallel safe as $$
  select array_to_string(array(
      select word from regexp_split_to_table(s.plain, '[[:space:][:punct:]–—·•°]+') as word
      where word <> '' and word !~ '^(street|st|road|rd|avenue|ave|avenida|avda|av|boulevard|blvd|bd|square|sq|calle|c|plaza|place|platz|plein|pl|rue|rua|r|laan|lane|ln|number|numero|no|nr|num)$'
      order by word collate "C"), ' ')
  from (
    select regexp_replace(replace(replace(replace(regexp_replace(lower(normalize(f.street, NFKD)), '[\u0300-\u036f''’`´]', '', 'g'),
      'ß', 'ss'), 'ø', 'o'), 'æ', 'ae'), '(strasse|straat|str)\M', '', 'g') as plain
    from (
      select case when p.parts[1] ~ '[0-9]' or p.parts[2] is null or p.parts[2] !~* '^[0-9]+\s?[a-z]?$' then p.parts[1] else p.parts[1] || ' ' || p.parts[2] end as street
      from (
        select array(select btrim(part, E' \t\r') from unnest(string_to_array(translate(regexp_replace(address,
            '((?<![A-Za-z0-9_])(suite|ste|unit|apt|apartment|local|lokal|shop|stand|kiosk|top|etage|floor|planta|bus)(?![A-Za-z0-9_])\.?\s*#?\s*|#\s*)[A-Za-z0-9_]+',
            ' ', 'i'), E';\n', ',,'), ',')) with ordinality as t (part, place)
          where btrim(part, E' \t\r') <> '' order by place) as parts
      ) p
    ) f
  ) s
  where s.plain ~ '[0-9]'
$$;
create index venues_street on venues (system_id, street_key(address)) where archived_at is null and address is not null;
create index onboarding_requests_street on onboarding_requests (system_id, channel_id, street_key(venue_address))
  where venue_id is null and status in ('rms_activation', 'restaurant_activation', 'bc_activation');
-- Of thousands in one street it found all, to compare each.
drop index venues_address_search;
