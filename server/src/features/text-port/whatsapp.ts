import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod/mini'
import type { Dialect } from './dialect.ts'
import type { Gateway } from './gateway-of.ts'
import { type Delivery, id, type Inbound, jsonOf, numberOf, plain, reasonOf } from './read-calls.ts'

/** Codes of the Cloud API that pass by themselves: rates, an outage, an account on its way. */
const laterCodes = new Set([1, 2, 4, 80_007, 130_429, 131_000, 131_016, 131_048, 131_056, 133_004])
const Refusal = z.object({
  error: z.object({
    code: z.optional(z.number()),
    message: z.optional(z.string()),
    error_data: z.optional(z.object({ details: z.optional(z.string()) })),
  }),
})
/** A variable of a template is one line, without runs of blanks. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/**
 * WhatsApp's Cloud API. Who has not written within a day is reached by an approved template alone: one of the category utility whose only variable is
 * the message, in each language. Whoever has just written is answered in free words. It knows no name of ours by which it would tell two apart; what
 * becomes of one it tells by the name all the same (`biz_opaque_callback_data`).
 */
export const whatsapp: Dialect = {
  knowsRefs: false,
  request: (_ctx, { url, sender, username, secret }, { to, text, ref, lang, isAnswer = false }) => {
    const words = isAnswer
      ? { type: 'text', text: { preview_url: false, body: text } }
      : {
          type: 'template',
          template: {
            name: username,
            language: { code: lang },
            components: [{ type: 'body', parameters: [{ type: 'text', text: oneLine(text) }] }],
          },
        }
    const body = { messaging_product: 'whatsapp', recipient_type: 'individual', to: to.slice(1), ...words, biz_opaque_callback_data: ref }
    return {
      url: `${url!.replace(/\/+$/, '')}/${sender}/messages`,
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'user-agent': 'Tablewire', authorization: `Bearer ${secret}` },
    }
  },
  read: ({ status, text }) => {
    if (status >= 200 && status < 300) return { taken: true }
    const refusal = Refusal.safeParse(jsonOf(text)).data?.error
    const said = plain(refusal?.error_data?.details ?? refusal?.message ?? '').slice(0, 150)
    const again = status >= 500 || status === 429 || laterCodes.has(refusal?.code ?? 0)
    return { taken: false, again, said: said || `HTTP ${status}` }
  },
}

const Message = z.object({
  from: z.string(),
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  text: z.optional(z.object({ body: z.string() })),
  button: z.optional(z.object({ text: z.string() })),
  interactive: z.optional(z.object({ button_reply: z.optional(z.object({ title: z.string() })) })),
})
const Status = z.object({
  status: z.string(),
  biz_opaque_callback_data: z.optional(z.string()),
  errors: z.optional(z.array(z.object({ title: z.optional(z.string()), message: z.optional(z.string()) }))),
})
const Told = z.object({
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({
          value: z.object({
            metadata: z.optional(z.object({ phone_number_id: z.string() })),
            messages: z.optional(z.array(z.unknown())),
            statuses: z.optional(z.array(z.unknown())),
          }),
        }),
      ),
    }),
  ),
})

/** `sha256=` and the digest of the body by the app's secret. */
const isMetas = ({ appSecret }: Gateway, body: string, signature: string): boolean => {
  if (!appSecret || !/^sha256=[0-9a-f]{64}$/.test(signature)) return false
  return timingSafeEqual(createHmac('sha256', appSecret).update(body).digest(), Buffer.from(signature.slice(7), 'hex'))
}

const states: Readonly<Record<string, Delivery['state']>> = {
  delivered: 'delivered',
  read: 'delivered',
  failed: 'failed',
  sent: 'under way',
}

const inboundIn = (value: unknown): Inbound[] => {
  const read = Message.safeParse(value).data
  const from = read && numberOf(read.from)
  const text = read?.text?.body ?? read?.button?.text ?? read?.interactive?.button_reply?.title
  return from && text !== undefined ? [{ call: read.id, from, text: plain(text) }] : []
}
const deliveryIn = (value: unknown): Delivery[] => {
  const read = Status.safeParse(value).data
  const state = read && states[read.status]
  const ref = id.safeParse(read?.biz_opaque_callback_data).data
  if (!state || ref === undefined) return []
  const [error] = read.errors ?? []
  return [{ ref, state, reason: reasonOf(error?.message ?? error?.title) }]
}

/** Everything of one call that concerns the gateway's number, pictures and the like left out; undefined = not Meta's word. */
export const readWhatsapp = (
  gateway: Gateway,
  { body, signature }: { body: string; signature: string },
): { inbound: Inbound[]; deliveries: Delivery[] } | undefined => {
  if (gateway.dialect !== 'whatsapp' || !isMetas(gateway, body, signature)) return undefined
  const values = (Told.safeParse(jsonOf(body)).data?.entry ?? [])
    .flatMap(({ changes }) => changes.map(({ value }) => value))
    .filter(({ metadata }) => metadata?.phone_number_id === gateway.sender)
  return {
    inbound: values.flatMap(({ messages = [] }) => messages.flatMap(inboundIn)),
    deliveries: values.flatMap(({ statuses = [] }) => statuses.flatMap(deliveryIn)),
  }
}
