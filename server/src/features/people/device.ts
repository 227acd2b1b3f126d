import type { Session } from '@tablewire/contracts/identity/security'
import { isIPv4, isIPv6 } from 'node:net'

type Device = Pick<Session, 'browser' | 'system' | 'device'>

/** In this order: most browsers claim to be several others as well. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/\S+ .*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPad\b/, 'iPadOS'],
  [/\b(iPhone|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

const nameIn = (list: readonly (readonly [RegExp, string])[], agent: string): string | null =>
  list.find(([sign]) => sign.test(agent))?.[1] ?? null

/** What a browser says it is, coarsely: enough to recognise one's own, too little to follow anybody. */
export const deviceOf = (agent: string | undefined): Device => {
  const text = (agent ?? '').slice(0, 500)
  const system = nameIn(systems, text)
  const tablet = system === 'iPadOS' || (system === 'Android' && !/\bMobile\b/.test(text))
  const device = system === null ? 'unknown' : tablet ? 'tablet' : system === 'iOS' || system === 'Android' ? 'phone' : 'desktop'
  return { browser: nameIn(browsers, text), system, device }
}

/** The network an address is in: 256 neighbours of IPv4, a provider's customer of IPv6. */
export const networkOf = (address: string): string | null => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (isIPv4(plain)) return plain.replace(/\.\d+$/, '.0/24')
  if (!isIPv6(plain)) return null
  const [head = '', tail] = plain.split('::')
  const first = head === '' ? [] : head.split(':')
  const groups = tail === undefined ? first : [...first, '0', '0', '0']
  return `${groups
    .slice(0, 3)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
    .replace(/(:?\b0)+$/, '')}::/48`
}
