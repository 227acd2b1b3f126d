import type { Asked } from './asked-page.ts'
import type { WidgetHouse } from './find-house.ts'

const originShape = /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/i

/** Whether `https://*.example.com` or an origin itself stands for this one. */
export const covers = (named: string, origin: string): boolean => {
  const [scheme = '', name = ''] = named.toLowerCase().split('://')
  const [itsScheme = '', itsName = ''] = origin.toLowerCase().split('://')
  if (scheme !== itsScheme) return false
  return name.startsWith('*.') ? itsName.endsWith(name.slice(1)) : name === itsName
}

/** Where the channel's page may stand, as a policy names it: with us, and on the pages that are named; everywhere where none are. */
export const ancestorsOf = (hosts: readonly string[]): string => (hosts.length ? ["'self'", ...hosts].join(' ') : '*')

/** The page around this one, as its loader names it; undefined = none, or one where this page may not stand. */
export const hostOf = ({ carried, house }: Pick<Asked, 'carried'> & { house: Pick<WidgetHouse, 'hosts'> }): string | undefined => {
  const host = carried.find(([name]) => name === 'host')?.[1]
  if (host === undefined || !originShape.test(host)) return undefined
  return house.hosts.length === 0 || house.hosts.some((named) => covers(named, host)) ? host : undefined
}

const longestPath = 200
/** A page without what its address asks or marks: that may be somebody's own. */
export const pathIn = (text: string | undefined): string =>
  `/${(text ?? '').replace(/[?#].*$/s, '').replace(/^\/+/, '')}`.slice(0, longestPath)

/** The page of a site around this one; undefined = none, or one where this page may not stand. */
export const siteOf = (asked: Pick<Asked, 'carried' | 'house'>): { host: string; path: string } | undefined => {
  const host = hostOf(asked)
  return host === undefined ? undefined : { host, path: pathIn(asked.carried.find(([name]) => name === 'path')?.[1]) }
}
