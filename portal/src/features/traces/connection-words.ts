import type { GoogleCalls } from '@tablewire/contracts/operations/google-calls'
import type { CallFigures, Connection, ConnectionState } from '@tablewire/contracts/operations/traces'
import { connectionLimits, isFarSlower } from '@tablewire/contracts/operations/traces.rules'
import type { FaultWording } from '#src/i18n/use-fault-words.ts'
import { formatClock, formatInstant, formatNumber } from '#src/kit/format.ts'
import type { Tone } from '#src/kit/tones.ts'
import { durationInWords } from './trace-words.ts'
import type { useT } from './use-t.ts'

type T = ReturnType<typeof useT>

const stateTones: Record<ConnectionState, Tone> = {
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

/** It answers, and never with what it was asked for. */
const isErring = ({ health }: Connection): boolean => health?.ok === false && /^answered \d/.test(health.error ?? '')

const dayMs = 86_400_000
/** `20:10` within the last day, else with its date. */
export const momentInWords = (instant: string): string =>
  Date.now() - Date.parse(instant) < dayMs / 2 ? formatClock(instant) : formatInstant(instant)

const percent = (share: number): string => formatNumber(share, { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 })

/** Within the last day. */
export const isAsked = ({ hours }: Pick<CallFigures, 'hours'>): boolean => hours.some(({ calls }) => calls > 0)

/** Nothing at all for a day, not even what was wanted and could not be asked: there is nothing to draw. */
export const isQuiet = (connection: Connection): boolean => !isAsked(connection) && !connection.kinds.some(isAsked)

/** By its own limits and what is usual, in what is shown of it; one call alone tells nothing. */
export const isBeyond = ({ limits, calls, errorShare, averageMs, usualMs }: CallFigures): boolean => {
  const slow = (averageMs ?? 0) > limits.averageMs || isFarSlower(averageMs, usualMs)
  return (errorShare * calls > 1.5 && errorShare > limits.errorShare) || (calls > 2 && slow)
}

/** Well at this moment, and beyond a limit within the hour the figures are of: that is said, or the figures in red contradict the word. */
export const recoveredKind = ({ state, kinds }: Pick<Connection, 'state' | 'kinds'>): CallFigures | undefined =>
  state === 'fine' || state === 'idle' ? kinds.find(isBeyond) : undefined

/** The state in a word. */
export const stateInWords = (t: T, connection: Connection): string => {
  if (recoveredKind(connection)) return t('state.again')
  return t(`state.${connection.state === 'unreachable' && isErring(connection) ? 'erring' : connection.state}`)
}
export const toneOf = (connection: Connection): Tone => (recoveredKind(connection) ? 'warning' : stateTones[connection.state])

const wasInWords = (t: T, { kind, limits, errorShare, averageMs }: CallFigures): string => {
  const limit = limits.errorShare
  const words = { kind: t(`kind.${kind}`), share: percent(errorShare), limit: percent(limit), average: durationInWords(t, averageMs ?? 0) }
  return t(errorShare > limit ? 'says.wasFailing' : 'says.wasSlow', words)
}

const slowInWords = (t: T, { beyond, beyondUsual, kinds }: Connection, since: string): string => {
  const of = kinds.find(({ kind }) => kind === beyond)
  if (!of) return t('state.slow')
  const words = { kind: t(`kind.${of.kind}`), since, average: durationInWords(t, of.averageMs ?? 0) }
  if (beyondUsual) return t('says.slowUsual', { ...words, usual: durationInWords(t, of.usualMs ?? 0) })
  const limit = of.limits.averageMs
  return t((of.averageMs ?? 0) > limit ? 'says.slowKind' : 'says.slowOver', { ...words, limit: durationInWords(t, limit) })
}

/** Which methods are beyond what Google allows. */
const beyondGoogleInWords = (t: T, { google }: Connection, since: string): string => {
  const methods = google.filter((one) => one.since !== null).map(({ method }) => method)
  return t('says.google', { methods: [...new Set(methods)].join(', '), since })
}

const failingInWords = (t: T, connection: Connection, since: string): string => {
  const { errorShare, beyond, kinds, google } = connection
  if (beyond === null && google.some((one) => one.since !== null)) return beyondGoogleInWords(t, connection, since)
  const of = kinds.find(({ kind }) => kind === beyond)
  const limit = percent(of?.limits.errorShare ?? connectionLimits.booking.errorShare)
  if (!of) return t('says.failing', { share: percent(errorShare), since, limit })
  // The last half hour is what was judged: within the whole hour it may be less.
  if (of.errorShare <= of.limits.errorShare) return t('says.failingOver', { kind: t(`kind.${of.kind}`), since, limit })
  return t('says.failingKind', { kind: t(`kind.${of.kind}`), share: percent(of.errorShare), since, limit })
}

/**
 * `41 answered · 2 refused · 3 % failed (limit 5 %) · 340 ms on average (limit 4 s)`, for one kind of calls; where that is far slower than usual, this
 * stands beside it. Of calls that Google judges by limits of its own, ours are not told: what they let pass, Google may not.
 */
export const figuresInWords = (
  t: T,
  { kind, limits, calls, refused, errorShare, averageMs, usualMs }: CallFigures,
  judged: 'here' | 'byGoogle' = 'here',
): string => {
  if (calls === 0) return t('kinds.none')
  const { errorShare: shareLimit, averageMs: limit } = limits
  const well = Math.max(0, calls - refused - Math.round(errorShare * calls))
  const reads = kind === 'availability' || kind === 'lookup'
  return [
    t(reads ? 'figure.answered' : 'figure.done', { count: well }),
    ...(refused > 0 ? [t('figure.refused', { count: refused })] : []),
    t(judged === 'here' ? 'figure.failed' : 'figure.failedOnly', { share: percent(errorShare), limit: percent(shareLimit) }),
    t(`figure.${isFarSlower(averageMs, usualMs) ? 'tookUsual' : 'took'}${judged === 'here' ? '' : 'Only'}`, {
      average: durationInWords(t, averageMs ?? 0),
      usual: durationInWords(t, usualMs ?? 0),
      limit: durationInWords(t, limit),
    }),
  ].join(' · ')
}

/** What came of asking a system for its health. */
export const checkInWords = (t: T, { inFull }: FaultWording, connection: Connection): string | null => {
  const { health } = connection
  if (!health) return null
  const time = formatClock(health.checkedAt)
  if (health.ok) return t('check.ok', { time, duration: durationInWords(t, health.durationMs ?? 0) })
  return t(isErring(connection) ? 'check.erred' : 'check.failed', {
    count: health.failures,
    time,
    text: (health.error && inFull(health.error)) || '–',
  })
}

const silenceInWords = (t: T, { silence }: Connection, since: string): string => {
  const { what, seen, expected } = silence ?? { what: 'bookings', seen: 0, expected: 0 }
  return t(`says.silent.${what}`, { since, seen, expected: Math.round(expected) })
}

/** `CreateBooking · 212 calls within five minutes · 4 % failed · 2 % later than 4 s (Google allows 5 % together)`. */
export const googleInWords = (t: T, { calls, failed, late, errorShare, ms }: GoogleCalls): string =>
  calls === 0
    ? t('google.none')
    : t('google.figures', {
        count: calls,
        failed: percent(failed / calls),
        late: percent(late / calls),
        limit: percent(errorShare),
        seconds: durationInWords(t, ms),
      })

/** How it is doing, in a sentence. */
export const healthInWords = (t: T, connection: Connection): string => {
  const { state, kind, averageMs } = connection
  const since = connection.since ? momentInWords(connection.since) : '–'
  const was = recoveredKind(connection)
  if (was) return wasInWords(t, was)
  switch (state) {
    case 'fine':
      return t('says.fine', { average: durationInWords(t, averageMs ?? 0) })
    case 'idle':
      return t(isQuiet(connection) ? 'says.quietDay' : 'says.idle')
    case 'slow':
      return slowInWords(t, connection, since)
    case 'failing':
      return failingInWords(t, connection, since)
    case 'denied':
      return t('says.denied', { since })
    case 'unreachable':
      if (kind === 'channel') return t('says.failedAll', { since })
      return t(isErring(connection) ? 'says.erring' : 'says.unreachable', { since })
    case 'silent':
      return silenceInWords(t, connection, since)
  }
}

/** The status only where the words are the other side's own, and once; nothing where the check says the same. */
export const errorInWords = (t: T, { inFull, codeOf }: FaultWording, { error, health }: Connection): string | null => {
  if (!error || (health?.ok === false && health.error === error.text)) return null
  const words = error.text ? inFull(error.text) : ''
  const text =
    [words.includes(String(error.httpStatus)) || codeOf(error.text) ? null : error.httpStatus, words].filter(Boolean).join(' ') || '–'
  return t('last', { time: momentInWords(error.at), text })
}
