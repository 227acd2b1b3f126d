import { codeOf, stepAt } from '@tablewire/server/features/factors/totp'

const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const fromBase32 = (text: string): Buffer => {
  const bits = Array.from(text, (sign) => signs.indexOf(sign).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}

/** What a phone shows for that secret now; `later` = so many steps of 30 seconds on. The server takes one step before and after. */
export const appCode = (secret: string, later = 0): string => codeOf(fromBase32(secret), stepAt(Date.now()) + later)
