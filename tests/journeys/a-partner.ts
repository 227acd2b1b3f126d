import type { Product } from './server.ts'

type Booked = { id: string; reference: string }

const call = async (product: Product, [method, path]: [string, string], { headers, body }: { headers: object; body?: unknown }) => {
  const answer = await fetch(`${product.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return (await answer.json()) as never
}

const keys = new Map<string, Promise<string>>()
/** One new key for a partner: after a second one its own site's would not be valid any more. */
const keyOf = (product: Product, id: string, headers: object): Promise<string> => {
  const name = `${product.url} ${id}`
  const made = async (): Promise<string> => {
    const { data }: { data: { xToken: string } } = await call(product, ['POST', `/booking-channels/${id}/rotate-token`], {
      headers,
      body: {},
    })
    return data.xToken
  }
  const key = keys.get(name) ?? made()
  keys.set(name, key)
  return key
}

/** A partner books a table at one of its venues, with a new token; given back by its cancelation. */
export const partnerBooks = async (product: Product, { channel, lastName }: { channel: string; lastName: string }) => {
  const password = {
    grant_type: 'password',
    client_id: 'portal',
    client_secret: 'portal',
    username: product.adminEmail,
    password: product.adminPassword,
  }
  const session: { access_token: string } = await call(product, ['POST', '/v2/token'], { headers: {}, body: password })
  const headers = { authorization: `Bearer ${session.access_token}` }
  const channels: { data: { id: string; name: string }[] } = await call(product, ['GET', '/booking-channels?limit=50'], { headers })
  const partner = channels.data.find((one) => one.name === channel)!
  const bc = { headers: { 'x-token': await keyOf(product, partner.id, headers) } }
  const venues: { data: { id: string }[] } = await call(product, ['GET', '/v1/bc/venues?limit=20'], bc)
  const soon = Math.floor(Date.now() / 86_400_000) * 86_400 + 18 * 3600
  const contact = { firstname: 'Tracy', lastname: lastName, email: 'tracy.way@example.test', telephone: '34600111222' }
  for (const venue of venues.data)
    for (let day = 2; day < 6; day++) {
      const { slots }: { slots?: { startSec: number }[] } = await call(
        product,
        ['GET', `/v1/bc/availability?venueId=${venue.id}&date=${soon + day * 86_400}&partySize=2`],
        bc,
      )
      for (const slot of slots ?? []) {
        const body = { venueId: venue.id, partySize: 2, date: slot.startSec, contact, notes: 'By the window' }
        const booked: Booked = await call(product, ['POST', '/v1/bc/booking'], { ...bc, body })
        if (booked.reference)
          return {
            ...booked,
            channelId: partner.id,
            headers,
            cancel: () => call(product, ['PUT', `/v1/bc/booking/${booked.id}/cancel`], { ...bc, body: { cancelActor: 'user' } }),
          }
      }
    }
  throw new Error('no venue of the partner has a table')
}
