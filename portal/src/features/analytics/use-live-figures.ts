import type { Endpoint } from '@tablewire/contracts/kit/endpoint'
import type { LiveMessage } from '@tablewire/contracts/operations/live'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLive } from '#src/api/live.ts'
import { pacedReload } from '#src/api/paced-reload.ts'
import { keyOf } from '#src/api/query.ts'

/** Figures are read, not watched; all of them are counted anew each time. */
const leastMs = 10_000

type Followed = { type: LiveMessage['type']; endpoints: readonly Endpoint[]; venueIds: readonly string[] | undefined }

/** Figures follow what is booked, or written, at the venues asked about; none = all in sight. */
export const useLiveFigures = ({ type, endpoints, venueIds }: Followed): void => {
  const client = useQueryClient()
  const paced = useRef<ReturnType<typeof pacedReload>>(undefined)
  const read = useEffectEvent(() => Promise.all(endpoints.map((one) => client.invalidateQueries({ queryKey: keyOf(one) }))))
  useEffect(() => {
    const made = pacedReload(() => read(), leastMs)
    paced.current = made
    return () => made.stop()
  }, [])
  useLive((message) => {
    if (message.type !== type || message.kind === 'writing') return
    if (!venueIds || message.venueId === null || venueIds.includes(message.venueId)) paced.current?.tell()
  })
}
