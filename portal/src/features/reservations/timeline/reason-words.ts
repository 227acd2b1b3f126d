import { formatClock, withColon } from '#src/kit/format.ts'
import type { Reason } from './fit.ts'
import type { TimelineSay } from './use-timeline-t.ts'

export const reasonWords = (t: TimelineSay, reason: Reason, zone: string): string => {
  const clock = (at: number): string => formatClock(new Date(at).toISOString(), zone)
  switch (reason.code) {
    case 'taken':
      return t('why.taken', { name: reason.name, from: clock(reason.from), until: clock(reason.until) })
    case 'exchange':
      return t('why.exchange', { name: reason.name })
    case 'blocked':
      return withColon(t('why.blocked', { time: clock(reason.until) }), reason.words)
    case 'sits':
      return t('why.sits', { name: reason.name, time: clock(reason.until) })
    case 'larger':
      return t('why.larger', { count: reason.covers })
    case 'smaller':
      return t('why.smaller', { count: reason.covers })
    default:
      return t(`why.${reason.code}`)
  }
}
