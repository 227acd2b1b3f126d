import { randomUUID } from 'node:crypto'
import type { Book } from '@tablewire/contracts/estate/book'
import { type Answer, asUser, type Caller } from './a-caller.ts'
import { firstAdmin } from './a-server.ts'
import { anArea, aShift } from './a-venue.ts'

export type SmallVenue = { venueId: string; timeZone: string; channels: { id: string; key: string }[] }

const data = ({ status, body }: Answer): unknown => {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body['data']
}

const openVenue = async (admin: Caller, timeZone: string, book: Partial<Book>): Promise<string> => {
  const { id } = data(
    await admin('/venues', {
      body: { name: `Bar Estrecho ${randomUUID().slice(0, 8)}`, countryCode: 'ES', timezone: timeZone, active: true },
    }),
  ) as { id: string }
  const made = data(await admin(`/v1/venues/${id}/book`)) as Book
  data(await admin(`/v1/venues/${id}/book`, { method: 'PUT', body: { ...made, ...book } }))
  return id
}

export const openChannel = async (
  admin: Caller,
  venueId: string,
  { rateLimitPerMinute = 1_000_000, type = 'partner' }: { rateLimitPerMinute?: number; type?: 'partner' | 'widget' } = {},
): Promise<{ id: string; key: string }> => {
  const made = data(await admin('/booking-channels', { body: { name: `Channel ${randomUUID()}`, type, rateLimitPerMinute } })) as {
    id: string
    xToken: string
  }
  data(await admin(`/booking-channels/${made.id}/link-venues`, { method: 'PUT', body: { venues: [venueId] } }))
  return { id: made.id, key: made.xToken }
}

/**
 * A venue of ten seats, opened over the API by the first administrator, and channels that sell it: six covers and three parties may
 * arrive in half an hour, so that every rush meets a limit. `page`: its booking page is open as well.
 */
export const aSmallVenue = async (url: string, channels = 4, { page = false } = {}): Promise<SmallVenue> => {
  const admin = await asUser(url, firstAdmin)
  const timeZone = 'Europe/Madrid'
  const everyDay = [1, 2, 3, 4, 5, 6, 7]
  const venueId = await openVenue(admin, timeZone, {
    openingHours: everyDay.map((day) => ({ day, from: '12:00', to: '23:30' })),
    areas: [anArea({ capacity: 10 })],
    shifts: [
      aShift({
        from: '18:00',
        to: '23:00',
        lastSeating: '21:30',
        intervalMinutes: 30,
        durations: [
          { partyMax: 2, minutes: 60 },
          { partyMax: 10, minutes: 90 },
        ],
        pacing: { covers: 6, parties: 3 },
      }),
    ],
    party: { min: 1, max: 6 },
    noticeMinutes: 0,
    cancellationWindowMinutes: 0,
    holdingTimeSeconds: 30,
  })
  if (page) {
    data(await admin(`/venues/${venueId}`, { method: 'PUT', body: { sdkAccess: true } }))
    await openChannel(admin, venueId, { type: 'widget' })
  }
  return { venueId, timeZone, channels: await Promise.all(Array.from({ length: channels }, () => openChannel(admin, venueId))) }
}
