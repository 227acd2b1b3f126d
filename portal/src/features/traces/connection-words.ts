import { type Connection, connectionLimits, type ConnectionState } from '@tablewire/contracts/traces'
import { formatClock, formatInstant, formatNumber } from '#src/kit/format.ts'
import type { Tone } from '#src/kit/tones.ts'
import { durationInWords } from './trace-words.ts'
import type { useT } from './use-t.ts'

type T = ReturnType<typeof useT>

export const stateTones: Record<ConnectionState, Tone> = {
  fine: 'success',
  idle: 'neutral',
  slow: 'warning',
  failing: 'danger',
  denied: 'danger',
  unreachable: 'danger',
  silent: 'warning',
}

/** Whether somebody should look. */
export const needsSomebody = ({ state, waiting, undelivered }: Connection): boolean =>
  (state !== 'fine' && state !== 'idle') || waiting > 0 || undelivered > 0

const dayMs = 86_400_000
/** `20:10` within the last day, else with its date. */
const momentInWords = (instant: string): string =>
  Date.now() - Date.parse(instant) < dayMs / 2 ? formatClock(instant) : formatInstant(instant)

const percent = (share: number): string => formatNumber(share, { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 })

const slowInWords = (t: T, { averageMs, usualMs }: Connection, since: string): string => {
  const average = durationInWords(t, averageMs ?? 0)
  if (usualMs !== null) return t('says.slow', { since, average, usual: durationInWords(t, usualMs) })
  return t('says.slowLimit', { since, average, limit: durationInWords(t, connectionLimits.averageMs) })
}

/** How it is doing, in a sentence. */
export const healthInWords = (t: T, connection: Connection): string => {
  const { state, kind, averageMs, errorShare, silence } = connection
  const since = connection.since ? momentInWords(connection.since) : '–'
  switch (state) {
    case 'fine':
      return t('says.fine', { average: durationInWords(t, averageMs ?? 0) })
    case 'idle':
      return t('says.idle')
    case 'slow':
      return slowInWords(t, connection, since)
    case 'failing':
      return t('says.failing', { share: percent(errorShare), since, limit: percent(connectionLimits.errorShare) })
    case 'denied':
      return t('says.denied', { since })
    case 'unreachable':
      return t(kind === 'system' ? 'says.unreachable' : 'says.failedAll', { since })
    case 'silent':
      return t(`says.silent.${silence?.what ?? 'bookings'}`, {
        since,
        seen: silence?.seen ?? 0,
        expected: Math.round(silence?.expected ?? 0),
      })
  }
}

export const errorInWords = (t: T, { error }: Connection): string | null =>
  error ? t('last', { time: momentInWords(error.at), text: [error.httpStatus, error.text].filter(Boolean).join(' ') || '–' }) : null
