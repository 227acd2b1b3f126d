import { Temporal } from 'temporal-polyfill'
import { isZone } from '#src/platform/clock.ts'
import { Problem } from '#src/platform/problem.ts'

type Days = { from?: string | undefined; to?: string | undefined; zone?: string | undefined }

/** The moments between which days lie for who asks; without a zone those of UTC. `until` is the first one that is over. */
export const momentsOf = ({ from, to, zone = 'UTC' }: Days): { since: string | null; until: string | null } => {
  if (!isZone(zone)) throw new Problem('request.invalid', {}, { 'filters.zone': [{ issue: 'invalid' }] })
  const startOf = (date: Temporal.PlainDate): string => date.toZonedDateTime(zone).toInstant().toString()
  return {
    since: from ? startOf(Temporal.PlainDate.from(from)) : null,
    until: to ? startOf(Temporal.PlainDate.from(to).add({ days: 1 })) : null,
  }
}
