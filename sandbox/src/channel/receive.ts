import { createHmac, timingSafeEqual } from 'node:crypto'
import { type RouteRequest, json, jsonIn, type Reply, refusal } from '../http/router.ts'
import type { Memory } from './memory.ts'

const oldestSeconds = 300

/** Verifies the signature (HMAC) and its timestamp, against replays. */
export const isSigned = (header: string, body: string, { secret, nowMs }: { secret: string; nowMs: number }): boolean => {
  const parts = header.split(',').map((part) => part.split('=', 2) as [string, string?])
  const at = Number(parts.find(([name]) => name === 't')?.[1])
  if (!Number.isInteger(at) || Math.abs(nowMs / 1000 - at) > oldestSeconds) return false
  const wanted = createHmac('sha256', secret).update(`${at}.${body}`).digest()
  return parts.some(([name, value = '']) => {
    const given = Buffer.from(value, 'hex')
    return name === 'v1' && given.length === wanted.length && timingSafeEqual(given, wanted)
  })
}

/** A webhook of the hub: deduplicated by event id, accepted only with a valid signature. */
export const receive = (memory: Memory, request: RouteRequest, changed: (bookingId: string) => void): Reply => {
  const body = jsonIn(request)
  const header = request.headers['tablewire-signature']
  if (!body) return refusal(400, 'invalid', 'a JSON object is needed')
  const secret = memory.endpoint?.secret
  const nowMs = Date.now()
  const good = secret !== undefined && typeof header === 'string' && isSigned(header, request.text, { secret, nowMs })
  // The challenge arrives before the secret is known.
  if (body['action'] === 'verify') return json({ challenge: body['challenge'] })
  const eventId = typeof body['event_id'] === 'string' ? body['event_id'] : ''
  if (!good) {
    memory.received.push({ at: new Date(nowMs).toISOString(), eventId, good, body })
    memory.save()
    return refusal(401, 'unsigned', 'The signature does not fit.')
  }
  if (memory.received.some((one) => one.good && one.eventId === eventId)) return json({ known: true })
  memory.received.push({ at: new Date(nowMs).toISOString(), eventId, good, body })
  memory.save()
  if (body['entity'] === 'booking' && typeof body['entity_id'] === 'string') changed(body['entity_id'])
  return json({})
}
