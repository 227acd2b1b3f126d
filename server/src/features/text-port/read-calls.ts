import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod/mini'
import type { Ctx } from '#src/platform/ctx.ts'
import { isSigned } from '#src/platform/net/body-signature.ts'
import { isOurDelivery } from './addresses.ts'
import type { Gateway } from './gateway-of.ts'

/** A call of a gateway as it came. */
export type GatewayCall = { method: 'GET' | 'POST'; query: Readonly<Record<string, string>>; body: string; signature: string }
/** What a guest wrote; `call` is the gateway's name for it. */
export type Inbound = { call: string; from: string; text: string }
/** What became of a text of ours; `under way` says nothing yet. */
export type Delivery = { ref: string; state: 'delivered' | 'failed' | 'under way'; reason: string | null }

export const id = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/))
const InboundBody = z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)), from: z.string(), text: z.string() })
const DeliveryBody = z.object({ id, state: z.enum(['sent', 'delivered', 'failed']), reason: z.optional(z.nullable(z.string())) })

/** E.164; gateways leave out the plus, or say it as the two noughts. */
export const numberOf = (text: string): string | undefined => {
  const digits = text.trim().replace(/^00/, '').replaceAll(/\D/g, '')
  return /^[1-9]\d{5,14}$/.test(digits) ? `+${digits}` : undefined
}
const longestText = 2000
export const plain = (text: string): string =>
  text
    .replaceAll(/[\u0000-\u001f\u007f]+/g, ' ')
    .trim()
    .slice(0, longestText)
export const reasonOf = (text: string | null | undefined): string | null => plain(text ?? '').slice(0, 150) || null

export const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
const signed = (ctx: Ctx, { secret }: Gateway, { body, signature }: GatewayCall): boolean =>
  secret !== '' && isSigned(signature, { secret, body, now: Math.floor(ctx.clock().epochMilliseconds / 1000) })

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
const isPassword = ({ secret }: Gateway, given: string): boolean => secret !== '' && timingSafeEqual(digest(given), digest(secret))

const kannelInbound = (gateway: Gateway, { query }: GatewayCall): Inbound | undefined => {
  const from = numberOf(query['from'] ?? '')
  const call = query['id'] ?? ''
  if (!isPassword(gateway, query['password'] ?? '') || !from || !call || call.length > 100) return undefined
  return { call, from, text: plain(query['text'] ?? '') }
}

/** Undefined = not the gateway's word, or none that can be understood. */
export const readInbound = (ctx: Ctx, gateway: Gateway, call: GatewayCall): Inbound | undefined => {
  if (gateway.dialect === 'kannel') return kannelInbound(gateway, call)
  if (gateway.dialect === 'whatsapp') return undefined
  const read = call.method === 'POST' && signed(ctx, gateway, call) ? InboundBody.safeParse(jsonOf(call.body)).data : undefined
  const from = read && numberOf(read.from)
  return read && from ? { call: read.id, from, text: plain(read.text) } : undefined
}

/** Kannel's: 1 on the phone, 2 not delivered, 4 buffered, 8 with the carrier, 16 refused by the carrier. */
const kannelStates: Readonly<Record<string, Delivery['state']>> = {
  1: 'delivered',
  2: 'failed',
  4: 'under way',
  8: 'under way',
  16: 'failed',
}

const kannelDelivery = (ctx: Ctx, { query }: GatewayCall): Delivery | undefined => {
  const { ref = '', sig = '', state = '', reason } = query
  const known = kannelStates[state]
  return known && id.safeParse(ref).success && isOurDelivery(ctx, ref, sig) ? { ref, state: known, reason: reasonOf(reason) } : undefined
}

export const readDelivery = (ctx: Ctx, gateway: Gateway, call: GatewayCall): Delivery | undefined => {
  if (gateway.dialect === 'kannel') return kannelDelivery(ctx, call)
  if (gateway.dialect === 'whatsapp') return undefined
  const read = call.method === 'POST' && signed(ctx, gateway, call) ? DeliveryBody.safeParse(jsonOf(call.body)).data : undefined
  return read && { ref: read.id, state: read.state === 'sent' ? 'under way' : read.state, reason: reasonOf(read.reason) }
}
