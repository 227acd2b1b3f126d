import { addEntry } from '@tablewire/server/features/waitlist/add-entry'
import { moveEntry } from '@tablewire/server/features/waitlist/move-entry'
import { changeSettings } from '@tablewire/server/features/waitlist/settings'
import { anArea, aShift, type TestVenue } from '../build/a-venue.ts'
import type { Shop } from './a-shop.ts'

const day = [{ from: '00:00', to: '23:59' }]
type House = { open?: boolean; seated?: number; shift?: object; party?: { min: number; max: number } }
/** Where it is about noon: in the small hours the evening before is still tonight, and its house has closed. */
const whereItIsNoon = (): string => {
  const ahead = 12 - new Date().getUTCHours()
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

/** A house of four seats that is open whenever tests run, where a party of four sits since just now; `open` is its list. */
export const fullHouse = async (shop: Shop, more: House = {}): Promise<TestVenue> => {
  const { open = true, seated = 4, shift = {}, party = { min: 1, max: 8 } } = more
  const shifts = [aShift({ from: '00:00', to: '23:59', lastSeating: '23:45', ...shift })]
  const openingHours = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => day.map((hours) => ({ day: weekday, ...hours })))
  const venue = await shop.openVenue({
    timeZone: whereItIsNoon(),
    book: { areas: [anArea({ capacity: 4 })], shifts, openingHours, party } as never,
  })
  if (open) await listOpen(shop, venue, true)
  if (seated) await sitsAt(shop, venue, seated)
  return venue
}
export const listOpen = async (shop: Shop, { id }: TestVenue, open: boolean): Promise<void> =>
  void (await changeSettings(shop.container.systemCtx('test'), id, { open, offerMinutes: 10 }))

/** Whoever comes to the door and is put on the list by the house. */
export const partyWaits = ({ container }: Shop, { id }: TestVenue, partySize: number): Promise<{ id: string }> =>
  addEntry(container.systemCtx('test'), id, { kind: 'door', partySize, lastName: 'Walker', quotedMinutes: 0 } as never)

export type Move = Parameters<typeof moveEntry>[1]['move']
export const moved = async ({ container }: Shop, id: string, move: Move): Promise<void> =>
  void (await moveEntry(container.systemCtx('test'), { id, move, version: undefined, override: true }))

export const sitsAt = async (shop: Shop, venue: TestVenue, partySize: number): Promise<void> =>
  moved(shop, (await partyWaits(shop, venue, partySize)).id, 'seat')
