import type { ReservationEvent } from '@tablewire/contracts/booking/reservations'
import { langs } from '@tablewire/contracts/kit/wire'
import { formatInstant, formatNumber } from '#src/kit/format.ts'
import { type Say, useT } from '../use-t.ts'

/** The rest of an entry changes by itself when one of these does: no news for people. */
const named = [
  'startsAt',
  'partySize',
  'areaId',
  'tables',
  'firstName',
  'lastName',
  'email',
  'phone',
  'address',
  'lang',
  'notes',
  'tags',
  'bookingType',
  'guestConfirmedAt',
  'lateMinutes',
  'splitFrom',
  'splitInto',
  'joined',
  'joinedInto',
  'retracted',
] as const
type NamedField = (typeof named)[number]
/** The other party: it was none before. */
const links: ReadonlySet<NamedField> = new Set(['splitFrom', 'splitInto', 'joined', 'joinedInto', 'retracted'])
const isNamed = (field: string): field is NamedField => named.some((one) => one === field)

/** Handed over to the venue's own system: the booking's beginning, not a change of it. */
const isSent = (after: ReservationEvent['after']): boolean => after?.['sentTo'] !== undefined

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

type Words = { areas: readonly { id: string; name: string }[]; timezone: string | undefined }

/** The history of a reservation in words. */
export const historyWords = (t: Say, { areas, timezone }: Words) => {
  const valueOf = (field: NamedField, value: unknown): string => {
    if (isNothing(value)) return '–'
    if ((field === 'startsAt' || field === 'guestConfirmedAt') && typeof value === 'string') return formatInstant(value, timezone)
    if (field === 'areaId') return areas.find(({ id }) => id === value)?.name ?? '…'
    const lang = field === 'lang' ? langs.find((one) => one === value) : undefined
    if (lang) return t(`lang.${lang}`)
    if (typeof value === 'number') return formatNumber(value)
    if (typeof value === 'string') return value
    return Array.isArray(value) ? value.join(', ') : JSON.stringify(value)
  }
  /** `Party: 4 → 6`, line by line. */
  const changes = ({ kind, before, after }: ReservationEvent): string[] => {
    if (kind !== 'changed' || !after || isSent(after)) return []
    return Object.keys(after).flatMap((field) => {
      if (!isNamed(field)) return []
      const was = valueOf(field, before?.[field])
      const is = valueOf(field, after[field])
      if (links.has(field)) return [`${t(`change.${field}`)}: ${is}`]
      return was === is ? [] : [`${t(`change.${field}`)}: ${was} → ${is}`]
    })
  }
  const headline = ({ kind, toStatus, after }: ReservationEvent): string => {
    if (kind === 'moved') return t(`status.${toStatus}`)
    if (kind === 'notified') return t('event.notified', { address: typeof after?.['to'] === 'string' ? after['to'] : '' })
    if (kind === 'booked' || isSent(after)) return t('event.booked', { status: t(`status.${toStatus}`) })
    return t(`event.${kind}`)
  }
  return { changes, headline }
}
export const useHistoryWords = (words: Words) => historyWords(useT(), words)
