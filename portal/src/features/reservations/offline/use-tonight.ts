import type { Venue } from '@tablewire/contracts/estate/venue-fields'
import type { LiveMessage } from '@tablewire/contracts/operations/live'
import { useEffect, useRef } from 'react'
import { useLive } from '#src/api/live.ts'
import { whenIdle } from './use-preloaded-parts.ts'

type Tonight = {
  /** The one that is worked with. */
  venue: Pick<Venue, 'id' | 'timezone'> | undefined
  dates: readonly string[]
  stands: boolean
  unreached: boolean
}

const read = (): void => void import('./acts/away.ts').then(({ away }) => away.readCopies()).catch(() => undefined)

/** For a page that works with nothing itself: what this device keeps stands in while the server is away. */
export const useKeptCopies = (): void => {
  useEffect(read, [])
}

/** RE5: what is worked with tonight is kept on this device, without being looked at; and shown where the server is away. */
export const useTonight = ({ venue, dates, stands, unreached }: Tonight): void => {
  const hearers = useRef<readonly ((message: LiveMessage) => void)[]>([])
  useLive((message) => {
    for (const hear of hearers.current) hear(message)
  })
  const atOnce = unreached || !navigator.onLine
  const begins = stands || atOnce
  useEffect(() => {
    if (!begins) return undefined
    if (!atOnce) return whenIdle(read)
    read()
    return undefined
  }, [begins, atOnce])
  const [id, timezone] = [venue?.id, venue?.timezone]
  const days = [...new Set(dates)].filter((date) => date >= dates[0]!).join()
  useEffect(() => {
    if (!stands || id === undefined || timezone === undefined) return undefined
    let stops: (() => void)[] = []
    let left = false
    const keep = async (): Promise<void> => {
      const { away } = await import('./acts/away.ts')
      if (left) return
      const keepers = days.split(',').map((date) => away.keepDay({ venueId: id, timezone, date }))
      hearers.current = keepers.map(({ hear }) => hear)
      stops = keepers.map(({ stop }) => stop)
    }
    const cancel = whenIdle(() => void keep().catch(() => undefined))
    return () => {
      left = true
      cancel()
      hearers.current = []
      for (const stop of stops) stop()
    }
  }, [stands, id, timezone, days])
}
