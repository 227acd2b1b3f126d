import { rules } from './fill.ts'

/** `--short`: a hundredth of everything, from nothing each time, to see that it runs and not to judge by. */
export const isShort = process.argv.includes('--short')
export const venueCount = isShort ? 100 : 1_000
export const companyCount = isShort ? 4 : 40
/** Ten parties a day in each of them, from so many days before today until so many after it. */
export const [daysBefore, daysAfter] = isShort ? [60, 40] : [940, 60]
export const partiesADay = 10
export const reservationCount = venueCount * (daysBefore + daysAfter) * partiesADay

export const venueId = (n: number): string => `01900000-0000-7000-8000-${(1_000_000 + n).toString(16).padStart(12, '0')}`
export const areaId = (n: number): string => `01900000-0000-7000-8001-${(1_000_000 + n).toString(16).padStart(12, '0')}`

export const uuid = (family: string, expression: string): string =>
  `('01900000-0000-7000-${family}-' || lpad(to_hex(1000000 + ${expression}), 12, '0'))::uuid`

/** A thousand venues of forty companies, each with a book and a room. */
export const houses = [
  `insert into companies (id, name, country_code) select ${uuid('8004', 'n')}, 'Company ' || n, 'FR' from generate_series(0, ${companyCount - 1}) n`,
  `insert into venues (id, company_id, system_id, name, city, country_code, time_zone, currency)
   select ${uuid('8000', 'n')}, ${uuid('8004', `n % ${companyCount}`)}, '01900000-0000-7000-8000-000000000001', 'Venue ' || n, 'City ' || n % 70, 'FR', 'Europe/Paris', 'EUR'
   from generate_series(1, ${venueCount}) n`,
  `insert into books (venue_id, rules) select id, '${JSON.stringify(rules)}' from venues`,
  `insert into areas (venue_id, id, name, capacity, by_default) select ${uuid('8000', 'n')}, ${uuid('8001', 'n')}, 'Main room', 400, true from generate_series(1, ${venueCount}) n`,
  `insert into channels (id, name, type) select ${uuid('8006', 'n')}, 'Channel ' || n, 'partner' from generate_series(1, 8) n`,
]
