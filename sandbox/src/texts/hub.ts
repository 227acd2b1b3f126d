import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Report, Shown } from './phones.ts'

/** What the hub's operator has entered here, or the hub has said when it was introduced. */
export type Access = {
  secret: string
  username: string
  inboundUrl: string | null
  /** Of WhatsApp: the id of the number, and the secret by which Meta signs. */
  numberId: string
  appSecret: string
}
/** Where texts were sent that came by WhatsApp: their reports go where answers go. */
export const byWhatsapp = 'whatsapp'

const mac = (secret: string, at: number | string, body: string): Buffer => createHmac('sha256', secret).update(`${at}.${body}`).digest()
const header = (secret: string, body: string): string => {
  const at = Math.floor(Date.now() / 1000)
  return `t=${at},v1=${mac(secret, at, body).toString('hex')}`
}
/** Whether somebody who knows the secret signed this just now. */
export const isSigned = (given: string, body: string, secret: string): boolean => {
  const found = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(given)
  if (!found || Math.abs(Date.now() / 1000 - Number(found[1])) > 300) return false
  return timingSafeEqual(mac(secret, found[1]!, body), Buffer.from(found[2]!, 'hex'))
}

const post = async (url: string, secret: string, value: object): Promise<number> => {
  const body = JSON.stringify(value)
  const answer = await fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'tablewire-signature': header(secret, body) },
  })
  return answer.status
}

/** As Meta tells: signed by the app's secret, several in one. */
const tellAsMeta = async ({ inboundUrl, numberId, appSecret }: Access, value: object): Promise<number> => {
  if (inboundUrl === null) return 0
  const metadata = { display_phone_number: '15550000000', phone_number_id: numberId }
  const change = { field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } }
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '1', changes: [change] }] })
  const answer = await fetch(inboundUrl, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-hub-signature-256': `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`,
    },
  })
  return answer.status
}
const secondsNow = (): string => String(Math.floor(Date.now() / 1000))

const kannelStates: Readonly<Record<Report, string>> = { delivered: '1', failed: '2', sent: '8' }

/** Tells the hub what became of a text; an address with gaps in it is Kannel's. */
export const tellReport = async (access: Access, { id, ref, deliveryUrl }: Shown, state: Report): Promise<number> => {
  const { secret } = access
  const reason = state === 'failed' ? 'The phone is switched off' : ''
  if (deliveryUrl === byWhatsapp) {
    const errors = reason ? { errors: [{ code: 131_026, title: 'Message undeliverable', message: reason }] } : {}
    return tellAsMeta(access, {
      statuses: [{ id: `wamid.${id}`, status: state, timestamp: secondsNow(), biz_opaque_callback_data: ref, ...errors }],
    })
  }
  if (!deliveryUrl.includes('%d')) return post(deliveryUrl, secret, { id: ref, state, ...(reason ? { reason } : {}) })
  const url = deliveryUrl.replace('%d', kannelStates[state]).replace('%A', encodeURIComponent(reason))
  return (await fetch(url)).status
}

/** Tells the hub what the owner of a phone wrote; 0 = nobody has said where. */
export const tellReply = async (access: Access, number: string, { id, text }: Pick<Shown, 'id' | 'text'>): Promise<number> => {
  const { secret, inboundUrl } = access
  if (inboundUrl === null) return 0
  if (inboundUrl.endsWith('/whatsapp'))
    return tellAsMeta(access, {
      messages: [{ from: number.slice(1), id: `wamid.${id}`, timestamp: secondsNow(), type: 'text', text: { body: text } }],
    })
  if (!inboundUrl.includes('%p')) return post(inboundUrl, secret, { id, from: number, text })
  const filled = { '%p': number, '%a': text, '%I': id }
  const url = Object.entries(filled).reduce((all, [gap, value]) => all.replace(gap, encodeURIComponent(value)), inboundUrl)
  return (await fetch(url + encodeURIComponent(secret))).status
}
