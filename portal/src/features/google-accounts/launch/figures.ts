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

/** Where what is missing is put right: a part of the account, or a page of its own. */
export const placeOf = ({ name }: GoogleCheck): { tab: AccountTab } | { to: '/connection-health' | '/traces' } => {
  if (name === 'feeds') return { tab: 'feeds' }
  if (name === 'merchants' || name === 'matched') return { tab: 'restaurants' }
  if (name === 'drift') return { tab: 'drift' }
  if (name === 'told_late') return { to: '/connection-health' }
  if (name === 'lookups' || name === 'bookings' || name === 'changes') return { tab: 'setup' }
  return { to: '/traces' }
}
