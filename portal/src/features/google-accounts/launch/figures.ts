import type { GoogleCheck, GoogleCheckName } from '@tablewire/contracts/google/google-launch'
import { formatNumber } from '#src/kit/format.ts'
import type { AccountTab } from './account-tabs.ts'

type Unit = 'count' | 'share' | 'time'
const unitOf = (name: GoogleCheckName): Unit => {
  if (name.endsWith('_time')) return 'time'
  return name.endsWith('_errors') || name === 'told_late' || name === 'drift' ? 'share' : 'count'
}

/** A figure of a check as people read it: a count, a share, or a time. */
export const figureOf = (name: GoogleCheckName, value: number): string => {
  const unit = unitOf(name)
  if (unit === 'share') return formatNumber(value, { style: 'percent', maximumFractionDigits: 1 })
  if (unit === 'count') return formatNumber(value)
  const short = value < 1000
  return formatNumber(short ? Math.round(value) : value / 1000, {
    style: 'unit',
    unit: short ? 'millisecond' : 'second',
    maximumFractionDigits: 1,
  })
}

type Page = { to: '/connection-health' | '/traces'; search: Readonly<Record<string, string>> }
/** The seven days that are measured. */
const span = '168'
/** Google changes and cancels by one method: of changes those of either kind are shown. */
const calls = { lookup: { op: 'availabilityBatch' }, booking: { op: 'book' }, change: {} } as const
const slow = { lookup: '1000', booking: '4000', change: '4000' } as const

/** The calls that a check counts as wrong: what Google sent to this channel and was refused, failed or slow. */
const tracesOf = (name: GoogleCheckName, channelId: string): Page['search'] => {
  const method = name.startsWith('lookup') ? 'lookup' : name.startsWith('booking') ? 'booking' : 'change'
  const wrong = name.endsWith('_time') ? { slow: slow[method] } : { outcome: 'trouble' }
  return { channel: channelId, flow: 'channel-hub', span, ...calls[method], ...wrong }
}

/** Where what is missing is put right: a part of the account, or a page of its own. */
export const placeOf = ({ name }: Pick<GoogleCheck, 'name'>, channelId: string): { tab: AccountTab } | Page => {
  if (name === 'feeds') return { tab: 'feeds' }
  if (name === 'merchants' || name === 'matched') return { tab: 'restaurants' }
  if (name === 'drift') return { tab: 'drift' }
  if (name === 'told_late') return { to: '/connection-health', search: {} }
  if (name === 'lookups') return { tab: 'setup' }
  return { to: '/traces', search: tracesOf(name, channelId) }
}
