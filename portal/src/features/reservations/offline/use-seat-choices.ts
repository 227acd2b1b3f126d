import { type SeatChoices, tables } from '@tablewire/contracts/booking/tables'
import { useEffect, useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { useLiveState } from '#src/api/live.ts'
import { useEndpoint } from '#src/api/query.ts'
import { isAway, isKept } from './acts/keep-act.ts'

const keptOf = async (id: string): Promise<SeatChoices | undefined> => (await import('./acts/away.ts')).away.keptChoices(id)

/** Where a party may sit; while the server is away by what this device knows of the evening. */
export const useSeatChoices = (id: string, enabled = true) => {
  const query = useEndpoint(tables.choices, { params: { id } }, { enabled })
  const live = useLiveState()
  const away = enabled && (live === 'offline' || isAway() || isKept(id) || query.error?.passing === true)
  const [kept, setKept] = useState<SeatChoices>()
  useEffect(() => {
    let left = false
    if (away)
      void keptOf(id).then(
        (found) => left || setKept(found),
        () => undefined,
      )
    return () => {
      left = true
    }
  }, [id, away])
  const data = away ? (kept ?? query.data) : query.data
  return { data, error: data ? null : query.error, refetch: query.refetch }
}

/** The same for acts, which wait for it. */
export const seatChoices = async (id: string): Promise<SeatChoices> => {
  const kept = isAway() || isKept(id) ? await keptOf(id) : undefined
  if (kept) return kept
  try {
    return await api(tables.choices, { params: { id } })
  } catch (error) {
    const known = error instanceof ApiError && error.passing ? await keptOf(id) : undefined
    if (known) return known
    throw error
  }
}
