import type { Trace, TraceOutcome } from '@tablewire/contracts/operations/traces'
import { formatNumber } from '#src/kit/format.ts'
import type { Tone } from '#src/kit/tones.ts'
import { operations } from './trace-search.ts'
import type { useT } from './use-t.ts'

type T = ReturnType<typeof useT>

/** Found out by us, not asked of anybody: it has neither an outcome nor a duration. */
export const isNoticed = ({ operation }: Pick<Trace, 'operation'>): boolean => operation === 'doubled'

export const outcomeInWords = (t: T, trace: Pick<Trace, 'operation' | 'outcome'>): string =>
  t(isNoticed(trace) ? 'outcome.noticed' : `outcome.${trace.outcome}`)

type Operation = (typeof operations)[number]
const isKnown = (operation: string): operation is Operation => operations.some((one) => one === operation)

/** What nobody has given words yet is said as it stands. */
export const operationInWords = (t: T, operation: string): string => (isKnown(operation) ? t(`op.${operation}`) : operation)

export const outcomeTones: Record<TraceOutcome, Tone> = { ok: 'success', refused: 'warning', unclear: 'violet', failed: 'danger' }

/** `340 ms`, `3.1 s`. */
export const durationInWords = (t: T, ms: number): string =>
  ms < 1000
    ? t('ms', { value: formatNumber(Math.round(ms)) })
    : t('s', { value: formatNumber(ms / 1000, { maximumFractionDigits: ms < 10_000 ? 1 : 0 }) })

/** Of one hop; nobody waited for what was found out. */
export const hopDuration = (t: T, trace: Pick<Trace, 'operation' | 'durationMs'>): string =>
  isNoticed(trace) ? '–' : durationInWords(t, trace.durationMs)

const sideInWords = (t: T, side: Trace['from'], { channelName, systemName }: Trace): string =>
  (side === 'channel' ? channelName : side === 'system' ? systemName : null) ?? t(`party.${side}`)
/** `Google → Hub`. */
export const wayInWords = (t: T, trace: Trace): string => `${sideInWords(t, trace.from, trace)} → ${sideInWords(t, trace.to, trace)}`
