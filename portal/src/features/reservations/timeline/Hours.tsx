import { memo, useMemo } from 'react'
import { formatClock } from '#src/kit/format.ts'
import { hoursOf } from './hours-of.ts'
import { quarterMs, type Stay } from './model.ts'

export const Hours = memo(({ span, zone, now }: { span: Stay; zone: string; now: number }) => {
  const hours = useMemo(() => hoursOf(span, zone), [span, zone])
  const isNow = now >= span.from && now < span.until
  return (
    <div className="hours" aria-hidden="true">
      <span className="corner" />
      {hours.map(({ at, words }) => (
        <span key={at} className="hour" style={{ '--at': at } as object}>
          {words}
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
