import { memo, useMemo } from 'react'
import { formatClock } from '#src/kit/format.ts'
import { hoursOf } from './hours-of.ts'
import { quarterMs, type Stay } from './model.ts'

/** An hour whose word would lie below that of now is told by its line: so far its middle stands beside it, and so near is too near. */
const [besidePx, underPx] = [24, 50]

export const Hours = memo(({ span, zone, now, quarter }: { span: Stay; zone: string; now: number; quarter: number }) => {
  const hours = useMemo(() => hoursOf(span, zone), [span, zone])
  const isNow = now >= span.from && now < span.until
  const pill = ((now - span.from) / quarterMs) * quarter
  return (
    <div className="hours" aria-hidden="true">
      <span className="corner" />
      {hours.map(({ at, words }) => (
        <span key={at} className="hour" style={{ '--at': at } as object}>
          {isNow && Math.abs(at * quarter + besidePx - pill) < underPx ? null : words}
        </span>
      ))}
      {isNow ? (
        <span className="now-word" style={{ '--at': (now - span.from) / quarterMs } as object}>
          {formatClock(new Date(now).toISOString(), zone)}
        </span>
      ) : null}
    </div>
  )
})
