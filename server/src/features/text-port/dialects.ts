import type { TextDialect } from '@tablewire/contracts/channels/text-gateways'
import { textParts } from '@tablewire/contracts/booking/text-parts.rules'
import { signatureOf } from '#src/platform/net/body-signature.ts'
import { kannelDeliveryUrl } from './addresses.ts'
import type { Dialect } from './dialect.ts'
import { whatsapp } from './whatsapp.ts'

const passes = (status: number): boolean => status >= 500 || status === 408 || status === 429
const saidIn = (text: string): string =>
  text
    .replaceAll(/[\u0000-\u001f\u007f]+/g, ' ')
    .trim()
    .slice(0, 150)

const errorIn = (text: string): string => {
  try {
    const { error, message } = JSON.parse(text) as { error?: unknown; message?: unknown }
    const said = message ?? error
    return typeof said === 'string' ? said : text
  } catch {
    return text
  }
}

/** Our own: JSON, signed as webhooks are. */
const http: Dialect = {
  knowsRefs: true,
  request: ({ clock }, { url, sender, secret }, { to, text, ref, deliveryUrl }) => {
    const { coding, parts } = textParts(text)
    const body = JSON.stringify({ id: ref, to, from: sender, text, coding, parts, deliveryUrl })
    return {
      url: url!,
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Tablewire',
        'idempotency-key': ref,
        'tablewire-signature': signatureOf([secret], Math.floor(clock().epochMilliseconds / 1000), body),
      },
    }
  },
  read: ({ status, text }) =>
    status >= 200 && status < 300
      ? { taken: true }
      : { taken: false, again: passes(status), said: saidIn(errorIn(text)) || `HTTP ${status}` },
}

/** Delivered to the phone, not delivered, buffered, with the carrier, refused by it: all that Kannel tells. */
const allReports = '31'

/** Kannel's sendsms, as its user guide has it and others have built it again. */
const kannel: Dialect = {
  knowsRefs: false,
  request: (ctx, { url, sender, username, secret }, { to, text, ref, deliveryUrl }) => {
    const address = new URL(url!)
    const ucs2 = textParts(text).coding === 'ucs2'
    const fields = {
      username: username ?? '',
      password: secret,
      ...(sender === null ? {} : { from: sender }),
      to,
      text,
      charset: 'UTF-8',
      coding: ucs2 ? '2' : '0',
      'dlr-mask': allReports,
      'dlr-url': kannelDeliveryUrl(ctx, deliveryUrl, ref),
    }
    for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value)
    return { url: address.href, method: 'GET', headers: { 'user-agent': 'Tablewire' } }
  },
  // 202 with `0: Accepted for delivery` or `3: Queued for later delivery`; anything else in its body is a refusal.
  read: ({ status, text }) => {
    if (status >= 200 && status < 300 && !/^\s*[124-9]\s*:/.test(text)) return { taken: true }
    return { taken: false, again: passes(status), said: saidIn(text) || `HTTP ${status}` }
  },
}

export const dialects: Readonly<Record<Exclude<TextDialect, 'log'>, Dialect>> = { http, kannel, whatsapp }
