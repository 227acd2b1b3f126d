import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { tables } from '@tablewire/contracts/booking/tables'
import { useState } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { whyOf } from '../seating/why-of.ts'

export const quarterMs = 900_000
const roundMs = 300_000

/** What is asked, until when it is, and what is sent. */
export const useRepair = (row: ReservationRow) => {
  // Until when it is counted on to sit does not go on while somebody reads.
  const [first, setFirst] = useState<number>()
  const [more, setMore] = useState(0)
  const [sending, setSending] = useState(false)
  const [refused, setRefused] = useState<string>()
  const until = first === undefined ? undefined : new Date(first + more * quarterMs).toISOString()
  const query = useEndpoint(tables.repair, { params: { id: row.id }, query: { until } })
  const counted = query.data ? Math.ceil(Date.parse(query.data.until) / roundMs) * roundMs : undefined
  const base = first ?? counted
  const send = async (act: () => Promise<void>): Promise<boolean> => {
    setSending(true)
    setRefused(undefined)
    try {
      await act()
      return true
    } catch (error) {
      setRefused(whyOf(error))
      return false
    } finally {
      setSending(false)
      void query.refetch()
    }
  }
  const choose = (by: number): void => {
    setFirst(base)
    setMore(by)
  }
  // What is written is what stands on the button, not the minute that was counted.
  const told = query.data && base !== undefined ? { ...query.data, until: new Date(base + more * quarterMs).toISOString() } : undefined
  return { query, told, base, more, choose, sending, refused, send }
}
