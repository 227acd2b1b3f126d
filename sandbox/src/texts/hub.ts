import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Report, Shown } from './phones.ts'

/** What the hub's operator has entered here, or the hub has said when it was introduced. */
export type Access = { secret: string; username: string; inboundUrl: string | null }

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

const kannelStates: Readonly<Record<Report, string>> = { delivered: '1', failed: '2', sent: '8' }

/** Tells the hub what became of a text; an address with gaps in it is Kannel's. */
export const tellReport = async ({ secret }: Access, { ref, deliveryUrl }: Shown, state: Report): Promise<number> => {
  const reason = state === 'failed' ? 'The phone is switched off' : ''
  if (!deliveryUrl.includes('%d')) return post(deliveryUrl, secret, { id: ref, state, ...(reason ? { reason } : {}) })
  const url = deliveryUrl.replace('%d', kannelStates[state]).replace('%A', encodeURIComponent(reason))
  return (await fetch(url)).status
}

/** Tells the hub what the owner of a phone wrote; 0 = nobody has said where. */
export const tellReply = async (
  { secret, inboundUrl }: Access,
  number: string,
  { id, text }: Pick<Shown, 'id' | 'text'>,
): Promise<number> => {
  if (inboundUrl === null) return 0
  if (!inboundUrl.includes('%p')) return post(inboundUrl, secret, { id, from: number, text })
  const filled = { '%p': number, '%a': text, '%I': id }
  const url = Object.entries(filled).reduce((all, [gap, value]) => all.replace(gap, encodeURIComponent(value)), inboundUrl)
  return (await fetch(url + encodeURIComponent(secret))).status
}
