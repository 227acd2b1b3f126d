import pg from 'pg'

export const venueCount = 500
export const reservationCount = 1_000_000
/** Deterministic ids, so that baseline and product are asked for the same rows. */
export const venueId = (n: number): string => `01900000-0000-7000-8000-${(1_000_000 + n).toString(16).padStart(12, '0')}`
export const shiftId = '01900000-0000-7000-8002-000000000001'

const weekly = [1, 2, 3, 4, 5, 6, 7]
/** Open every evening; generous arrivals, so that the million rows fit whatever their times. */
export const rules = {
  openingHours: weekly.map((day) => ({ day, from: '11:00', to: '23:30' })),
  shifts: [
    {
      id: shiftId,
      name: 'All day',
      days: weekly,
      from: '11:00',
      to: '23:30',
      lastSeating: '22:00',
      intervalMinutes: 15,
      durations: [{ partyMax: 20, minutes: 90 }],
      pacing: { covers: 60, parties: 20 },
      pacingAt: [],
      keptBackCovers: 0,
      requestFromParty: null,
      areaIds: null,
      online: true,
    },
  ],
  closures: [],
  specialDays: [],
  party: { min: 1, max: 20 },
  noticeMinutes: 0,
  cutOffMinutes: null,
  horizonDays: 365,
  holdingTimeSeconds: 420,
  cancellationWindowMinutes: 0,
  pressureReleaseHours: null,
  bookableAreas: false,
}

/** Of guests; several tell each other apart by a number behind it. */
export const lastNames = [
  'Garcia',
  'Müller',
  'Dubois',
  'Rossi',
  'Jansen',
  'Smith',
  'Nakamura',
  'Al-Sayed',
  'Kowalska',
  'Okafor',
  'Lindqvist',
  'Papadopoulos',
  'Fernandes',
  'Nguyen',
  'Ivanova',
  'Haddad',
]

/** A million reservations in 500 venues over a year around today. The guard is off while they go in: they are counted, not booked. */
export const fill = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const run = (text: string, values: unknown[] = []) => client.query(text, values)
  const uuid = (family: string, expression: string) =>
    `('01900000-0000-7000-${family}-' || lpad(to_hex(1000000 + ${expression}), 12, '0'))::uuid`
  await run(`insert into companies (id, name, country_code) values ('${venueId(0)}', 'Bench', 'FR')`)
  await run(
    `insert into venues (id, company_id, system_id, name, city, country_code, time_zone, currency)
     select ${uuid('8000', 'n')}, '${venueId(0)}', '01900000-0000-7000-8000-000000000001', 'Venue ' || n, 'Paris', 'FR', 'Europe/Paris', 'EUR' from generate_series(1, ${venueCount}) n`,
  )
  await run('insert into books (venue_id, rules) select id, $1 from venues', [JSON.stringify(rules)])
  await run(
    `insert into areas (venue_id, id, name, capacity, by_default) select ${uuid('8000', 'n')}, ${uuid('8001', 'n')}, 'Main room', 400, true from generate_series(1, ${venueCount}) n`,
  )
  await run('alter table reservations disable trigger reservations_guard')
  await run('alter table reservations disable trigger reservations_analytics_made')
  await run(
    `insert into reservations (venue_id, id, reference, status, party_size, starts_at, ends_at, starts_local, service_on, area_id, pacing_at, pacing_until, book_version,
        source, guest_first_name, guest_last_name, guest_email, guest_phone, created_at)
     select ${uuid('8000', '(1 + i % 500)')}, ${uuid('8003', 'i')}, 'B' || upper(lpad(to_hex(i), 7, '0')),
       (array['confirmed','completed','canceled','no_show','confirmed'])[1 + i % 5], 1 + i % 8, start_at, start_at + interval '90 minutes',
       start_at at time zone 'Europe/Paris', (start_at at time zone 'Europe/Paris')::date, ${uuid('8001', '(1 + i % 500)')}, start_at, start_at + interval '15 minutes', 1,
       'phone', 'Guest', ($1::text[])[1 + (i / 7) % ${lastNames.length}] || ' ' || (i % 9973), 'guest' || i || '@example.test', '+331' || lpad(i::text, 8, '0'), start_at - interval '5 days'
     from (select i, date_trunc('day', now()) - interval '180 days' + ((i / 500) % 360) * interval '1 day' + interval '17 hours' + ((i / 180000) * 4 + i % 20) * interval '15 minutes' as start_at
       from generate_series(0, ${reservationCount - 1}) i) made`,
    [lastNames],
  )
  await run('alter table reservations enable trigger reservations_guard')
  await run('alter table reservations enable trigger reservations_analytics_made')
  await run('insert into analytics_dirty select distinct venue_id, service_on, created_on from reservations')
  await run('vacuum analyze')
  await client.end()
}
