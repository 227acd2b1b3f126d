import { byApi } from './by-api.ts'
import type { Product } from './server.ts'

export type BookingVenue = { id: string; name: string; date: string }
let guests = 0
/** Of a browser's context: its guest comes from an address of his own, as guests do; what one of them does is nobody else's count. */
export const ownAddress = (): { extraHTTPHeaders: Record<string, string> } => {
  guests += 1
  return { extraHTTPHeaders: { 'x-forwarded-for': `198.51.${Math.floor(guests / 250)}.${1 + (guests % 250)}` } }
}

type Step = { kind: string; date: string; groups?: { times: object[] }[] }

/** A venue of the demo that has many free times, on its day; `from` = the first day that will do (YYYY-MM-DD). */
export const readyVenue = async (product: Product, from?: string): Promise<BookingVenue> => {
  const call = await byApi(product)
  for (const { id, name } of await call<{ id: string; name: string }[]>('GET', '/venues?limit=40')) {
    const answer = await fetch(`${product.url}/book/${id}?party=4${from ? `&date=${from}` : ''}`, {
      headers: { accept: 'application/json' },
    })
    const { step, house } = (await answer.json()) as { step: Step; house: { name: string } | null }
    const found = (step.groups ?? []).reduce((sum, { times }) => sum + times.length, 0)
    if (step.kind === 'times' && found > 8) return { id, name: house?.name ?? name, date: step.date }
  }
  throw new Error('no venue of the demo has times')
}

export type Booked = { reference: string; status: string; source: string; partySize: number }
/** What the house has under a guest's address of mail. */
export const bookingsOf = async (product: Product, email: string): Promise<Booked[]> => {
  const call = await byApi(product)
  const rows = await call<Booked[]>('GET', `/v1/reservations?q=${encodeURIComponent(email)}`)
  return rows.map(({ reference, status, source, partySize }) => ({ reference, status, source, partySize }))
}
