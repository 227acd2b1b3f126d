import type { Book, Shift } from '@tablewire/contracts/estate/book'
import { defaultBook } from '#src/features/venues/api.ts'
import { newId } from '#src/platform/id.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7]

/** Noon to midnight every day, a start every quarter of an hour. */
const allDay = (overrides: Partial<Shift> = {}): Shift => ({
  id: newId(),
  name: 'All day',
  days: everyDay,
  from: '12:00',
  to: '00:00',
  lastSeating: '22:00',
  intervalMinutes: 15,
  durations: [
    { partyMax: 4, minutes: 90 },
    { partyMax: 20, minutes: 120 },
  ],
  pacing: { covers: null, parties: null },
  pacingAt: [],
  keptBackCovers: 0,
  requestFromParty: null,
  areaIds: null,
  online: true,
  ...overrides,
})
const openBook = (overrides: Partial<Book> = {}): Book =>
  defaultBook({
    openingHours: everyDay.map((day) => ({ day, from: '12:00', to: '00:00' })),
    shifts: [allDay()],
    areas: [{ id: newId(), name: 'Main room', description: '', capacity: 200, byDefault: true, online: true }],
    noticeMinutes: 0,
    horizonDays: 365,
    cancellationWindowMinutes: 60,
    ...overrides,
  })

/** One for each way in which a real venue may answer. */
export const testBooks = (): { name: string; book: Book }[] => [
  { name: 'Test restaurant', book: openBook() },
  { name: 'Test restaurant, on request', book: openBook({ shifts: [allDay({ requestFromParty: 1 })] }) },
  {
    name: 'Test restaurant with areas',
    book: openBook({
      bookableAreas: true,
      areas: [
        { id: newId(), name: 'Main room', description: '', capacity: 100, byDefault: true, online: true },
        { id: newId(), name: 'Terrace', description: 'Outside, under the trees', capacity: 20, byDefault: false, online: true },
      ],
    }),
  },
  { name: 'Test restaurant, fully booked', book: openBook({ shifts: [allDay({ pacing: { covers: 0, parties: 0 } })] }) },
]
