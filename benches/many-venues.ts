import { rules } from './fill.ts'
import { admin, query } from './stage.ts'

export const venueCount = 50_000
const userCount = 10_000
const channelCount = 8
const auditCount = 200_000

/** An id of that family by a number that the database counts. */
export const uuid = (family: string, expression: string): string =>
  `('01900000-0000-7000-${family}-' || lpad(to_hex(1000000 + ${expression}), 12, '0'))::uuid`

/** The same as `uuid` makes in the database. */
export const idOf = (family: string, n: number): string => `01900000-0000-7000-${family}-${(1_000_000 + n).toString(16).padStart(12, '0')}`

/** Who sees one company of the two thousand; signs in as the administrator does. */
export const companyPerson = { email: 'owner@example.test', password: admin.password }

/** The back office of a large house: venues, people, channels, what they are connected with and what happened. */
export const fillVenues = async (url: string, count = venueCount): Promise<void> => {
  const run = (text: string, values: unknown[] = []) => query(url, text, values)
  await run(
    `insert into companies (id, name, country_code) select ${uuid('8004', 'n')}, 'Company ' || n, 'ES' from generate_series(0, 1999) n`,
  )
  await run(
    `insert into venues (id, company_id, system_id, external_id, name, address, postal_code, city, country_code, time_zone, currency, phone_number, active,
       listing_enabled, listing_enabled_at, tripadvisor_id)
     select ${uuid('8000', 'n')}, ${uuid('8004', 'n % 2000')}, '01900000-0000-7000-8000-000000000001', 'V-' || n,
       (array['Osteria', 'Casa', 'Bistro', 'The', 'Cafe'])[1 + n % 5] || ' ' || md5(n::text), 'Calle Mayor ' || n, lpad((n % 99999)::text, 5, '0'),
       'City ' || n % 700, (array['ES', 'FR', 'DE', 'IT', 'NL'])[1 + n % 5], 'Europe/Madrid', 'EUR', '+3491' || lpad(n::text, 7, '0'), n % 50 > 0,
       n % 3 = 0, case when n % 3 = 0 then now() end, case when n % 4 = 0 then 'T' || n end
     from generate_series(1, ${count}) n`,
  )
  await run('insert into books (venue_id, rules) select id, $1 from venues', [JSON.stringify(rules)])
  await run(
    `insert into users (id, company_id, email, password_hash, first_name, last_name, lang, roles, permissions, joined_at)
     select ${uuid('8005', 'n')}, ${uuid('8004', 'n % 2000')}, 'user' || n || '@example.test', 'none', 'Ana', (array['Garcia', 'Dubois', 'Rossi', 'Jansen'])[1 + n % 4] || ' ' || n,
       'en', array['ROLE_MANAGER'], array['reservations'], now() from generate_series(1, ${userCount}) n`,
  )
  await run(
    `insert into users (id, company_id, email, password_hash, first_name, last_name, lang, roles, permissions, joined_at)
     select ${uuid('8005', '0')}, ${uuid('8004', '17')}, $1, password_hash, 'Olga', 'Owner', 'en', array['ROLE_ADMIN'], '{}', now() from users where email = $2`,
    [companyPerson.email, admin.email],
  )
  await run(
    `insert into channels (id, name, type) select ${uuid('8006', 'n')}, 'Channel ' || n, 'partner' from generate_series(1, ${channelCount}) n`,
  )
  await run('alter table channel_venues disable trigger user')
  await run(
    `insert into channel_venues (venue_id, channel_id, state)
     select ${uuid('8000', 'v')}, ${uuid('8006', 'c')}, (array['live', 'live', 'live', 'paused', 'requested', 'live', 'error', 'live', 'live', 'live'])[1 + (v + c) % 10]
     from generate_series(1, ${count}) v, generate_series(1, ${channelCount}) c where (v + c) % 9 > 0`,
  )
  await run('alter table channel_venues enable trigger user')
  await run('insert into licensed_venues (venue_id) select distinct venue_id from channel_venues on conflict do nothing')
  await run(
    'insert into venue_link_states (venue_id, states) select venue_id, bit_or(link_state_bit(state)) from channel_venues group by venue_id on conflict do nothing',
  )
  await run(
    `insert into audit_entries (id, action, subject, subject_id, venue_id, actor_kind, actor_id, actor_name, request_id, after, at)
     select ${uuid('8007', 'n')}, 'venue.updated', (array['venue', 'user', 'channel'])[1 + n % 3], n::text, ${uuid('8000', `1 + n % ${count}`)}, 'user', 'u', 'Ana', 'r', '{}', now() - n * interval '1 minute'
     from generate_series(1, ${auditCount}) n`,
  )
  await run('vacuum analyze')
}
