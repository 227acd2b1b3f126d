import type { Book } from '@tablewire/contracts/estate/book'
import { newId } from '#src/platform/id.ts'
import { daysAfter, weekdayOn } from './calendar.ts'
import type { DemoVenue } from './demo-venues.ts'
import type { Random } from './random.ts'
import type { AreaKind } from './service-styles.ts'

type Holiday = readonly [day: `${number}-${number}` | 'thanksgiving', name: string, kind: 'closed' | 'short' | 'festive']

/** Fixed public days on which these houses close, close early or stay open later; weekday and kitchen as ever. */
const christian: readonly Holiday[] = [
  ['12-24', 'Christmas Eve', 'short'],
  ['12-25', 'Christmas Day', 'closed'],
  ['12-31', 'New Year’s Eve', 'festive'],
  ['01-01', 'New Year’s Day', 'closed'],
]
const newYear: readonly Holiday[] = [['12-31', 'New Year’s Eve', 'festive']]
const holidays: Record<DemoVenue['country'], readonly Holiday[]> = {
  AE: [...newYear, ['12-02', 'Eid Al Etihad', 'festive']],
  AR: [
    ...christian,
    ['05-25', 'Revolución de Mayo', 'festive'],
    ['07-09', 'Día de la Independencia', 'festive'],
    ['12-08', 'Inmaculada', 'short'],
  ],
  AT: [...christian, ['10-26', 'Nationalfeiertag', 'short'], ['12-08', 'Mariä Empfängnis', 'short']],
  AU: [...christian, ['01-26', 'Australia Day', 'short'], ['04-25', 'Anzac Day', 'short'], ['12-26', 'Boxing Day', 'short']],
  BR: [...christian, ['09-07', 'Independência', 'short'], ['11-20', 'Consciência Negra', 'short']],
  CA: [...christian, ['07-01', 'Canada Day', 'festive'], ['11-11', 'Remembrance Day', 'short']],
  DE: [...christian, ['10-03', 'Tag der Deutschen Einheit', 'short'], ['12-26', 'Zweiter Weihnachtstag', 'short']],
  EG: [...newYear, ['07-23', 'Revolution Day', 'festive'], ['10-06', 'Armed Forces Day', 'festive']],
  ES: [
    ...christian,
    ['01-06', 'Reyes', 'short'],
    ['08-15', 'Asunción', 'short'],
    ['10-12', 'Fiesta Nacional', 'short'],
    ['12-06', 'Día de la Constitución', 'short'],
    ['12-08', 'Inmaculada', 'short'],
  ],
  FR: [...christian, ['05-01', 'Fête du Travail', 'closed'], ['07-14', 'Fête nationale', 'festive'], ['11-11', 'Armistice', 'short']],
  GB: [...christian, ['12-26', 'Boxing Day', 'short']],
  GR: [...christian, ['03-25', 'Independence Day', 'festive'], ['08-15', 'Dekapentavgoustos', 'festive'], ['10-28', 'Ochi Day', 'short']],
  IE: [...christian, ['03-17', 'St Patrick’s Day', 'festive'], ['12-26', 'St Stephen’s Day', 'closed']],
  IN: [...newYear, ['01-26', 'Republic Day', 'short'], ['08-15', 'Independence Day', 'short'], ['10-02', 'Gandhi Jayanti', 'short']],
  IT: [
    ...christian,
    ['01-06', 'Epifania', 'short'],
    ['04-25', 'Liberazione', 'short'],
    ['08-15', 'Ferragosto', 'closed'],
    ['12-08', 'Immacolata', 'short'],
    ['12-26', 'Santo Stefano', 'short'],
  ],
  JP: [
    ['01-01', '元日', 'closed'],
    ['01-02', '正月休み', 'closed'],
    ['12-31', '大晦日', 'short'],
    ['11-23', '勤労感謝の日', 'short'],
  ],
  KR: [...newYear, ['03-01', 'Samiljeol', 'short'], ['10-03', 'Gaecheonjeol', 'short']],
  LB: [...newYear, ['11-22', 'Independence Day', 'festive'], ['12-25', 'Christmas Day', 'short']],
  MA: [...newYear, ['07-30', 'Fête du Trône', 'festive'], ['11-18', 'Fête de l’Indépendance', 'festive']],
  MX: [
    ...christian,
    ['09-16', 'Día de la Independencia', 'festive'],
    ['11-02', 'Día de Muertos', 'festive'],
    ['12-12', 'Guadalupe', 'short'],
  ],
  NL: [...christian, ['04-27', 'Koningsdag', 'short'], ['12-26', 'Tweede Kerstdag', 'short']],
  NP: [...newYear, ['05-29', 'Republic Day', 'short']],
  NZ: [...christian, ['02-06', 'Waitangi Day', 'short'], ['04-25', 'Anzac Day', 'short'], ['12-26', 'Boxing Day', 'short']],
  PT: [...christian, ['06-10', 'Dia de Portugal', 'short'], ['12-01', 'Restauração', 'short'], ['12-08', 'Imaculada Conceição', 'short']],
  SG: [...newYear, ['08-09', 'National Day', 'festive'], ['12-25', 'Christmas Day', 'short']],
  TR: [...newYear, ['04-23', 'Çocuk Bayramı', 'short'], ['10-29', 'Cumhuriyet Bayramı', 'festive']],
  US: [...christian, ['thanksgiving', 'Thanksgiving', 'short'], ['07-04', 'Independence Day', 'festive']],
}

type Ask = { venue: DemoVenue; today: string; rooms: readonly { id: string; room: AreaKind }[]; random: Random }

const onDay = (day: Holiday[0], year: number): string => {
  if (day !== 'thanksgiving') return `${year}-${day}`
  const first = `${year}-11-01`
  return daysAfter(first, ((4 - weekdayOn(first) + 7) % 7) + 21)
}
/** The next such day, today not included: nobody's evening is closed under them. */
const nextOf = (day: Holiday[0], today: string): string => {
  const year = Number(today.slice(0, 4))
  const thisYear = onDay(day, year)
  return thisYear > today ? thisYear : onDay(day, year + 1)
}

const specialHours = { short: [{ from: '11:00', to: '18:00' }], festive: [{ from: '11:00', to: '03:00' }] }

/** Closures and special days: the country's holidays, and what happens in any house. */
export const daysOff = ({ venue, today, rooms, random }: Ask): Pick<Book, 'closures' | 'specialDays'> => {
  const closed = { id: '', from: null, to: null, areaId: null }
  const closures: Book['closures'] = []
  const specialDays: Book['specialDays'] = []
  for (const [day, name, kind] of holidays[venue.country]) {
    const on = nextOf(day, today)
    if (kind === 'closed') closures.push({ ...closed, name, fromOn: on, toOn: on })
    else specialDays.push({ id: newId(), name, fromOn: on, toOn: on, openingHours: specialHours[kind], shifts: null })
  }
  const outside = rooms.find(({ room }) => room === 'terrace' || room === 'garden')
  if (outside && random.chance(0.3)) {
    const from = random.whole(2, 9)
    closures.push({ ...closed, name: 'New paving', fromOn: daysAfter(today, from), toOn: daysAfter(today, from + 4), areaId: outside.id })
  }
  if (random.chance(0.2)) {
    const on = daysAfter(today, random.whole(5, 20))
    closures.push({ ...closed, name: 'Staff outing', fromOn: on, toOn: on })
  }
  if (random.chance(0.2)) {
    const on = daysAfter(today, random.whole(4, 14))
    closures.push({ ...closed, name: 'Private event', fromOn: on, toOn: on, from: '12:00', to: '17:30' })
  }
  if (random.chance(0.15)) {
    const on = daysAfter(today, -random.whole(5, 12))
    closures.push({ ...closed, name: 'Boiler repair', fromOn: on, toOn: on })
  }
  return { closures: closures.map((closure) => ({ ...closure, id: newId() })), specialDays }
}
