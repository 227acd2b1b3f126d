import { randomUUID } from 'node:crypto'
import type { Product } from './server.ts'

const callAs = async ({ url, adminEmail, adminPassword }: Product) => {
  const call = async <T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> => {
    const answer = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const grant = { grant_type: 'password', client_id: 'portal', client_secret: 'portal', username: adminEmail, password: adminPassword }
  const { access_token } = await call<{ access_token: string }>('POST', '/v2/token', grant)
  const admin = <T>(method: string, path: string, body?: unknown) =>
    call<T>(method, path, body, { authorization: `Bearer ${access_token}` })
  return { call, admin }
}

/** A channel of its own that shows the venue, brings reviews, and says what became of the replies to them. */
export const aGuide = async (product: Product, venueId: string) => {
  const { call, admin } = await callAs(product)
  const body = { name: `Guide ${randomUUID().slice(0, 8)}`, type: 'partner' }
  const { data } = await admin<{ data: { id: string; xToken: string } }>('POST', '/booking-channels', body)
  await admin('PUT', `/booking-channels/${data.id}/link-venues`, { venues: [venueId] })
  const token = { 'x-token': data.xToken }
  const bring = async (over: Record<string, unknown>): Promise<string> => {
    const review = { venueId, source: 'guide', externalId: randomUUID(), rating: 2, publishedAt: new Date().toISOString(), ...over }
    const { data: brought } = await call<{ data: { id: string }[] }>('POST', '/v1/bc/reviews', { reviews: [review] }, token)
    return brought[0]!.id
  }
  const answer = (reviewId: string, report: Record<string, unknown>) =>
    call('PUT', `/v1/bc/reviews/${reviewId}/reply`, { at: new Date().toISOString(), ...report }, token)
  return { bring, answer, admin }
}
