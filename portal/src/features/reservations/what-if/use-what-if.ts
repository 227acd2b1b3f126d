import { whatIf } from '@tablewire/contracts/booking/what-if'
import { availability } from '@tablewire/contracts/estate/venues'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLive } from '#src/api/live.ts'
import { keepRows, keyOf, useEndpoint } from '#src/api/query.ts'
import type { UrlPatch } from '#src/kit/url-search.ts'
import { useSettled } from '#src/kit/use-settled.ts'
import { useAway, useWhenBack } from '../offline/use-away.ts'
import type { Search } from '../reservation-search.ts'
import { type Ask, asksOf, firstAsked } from './asked.ts'

export type OnSearch = (patch: UrlPatch, options?: { push?: boolean }) => void
type WhatIfOf = { venue: { id: string }; date: string; search: Search; onSearch: OnSearch }

/** A time that is typed comes digit by digit. */
const pauseMs = 150

/** What is asked first: by the address, else the next start of the day; where nobody tells those, the usual one. */
const useFirstAsk = ({ venue, date, search, away }: Omit<WhatIfOf, 'onSearch'> & { away: boolean }): Ask | undefined => {
  const service = useEndpoint(availability.service, { params: { id: venue.id }, query: { date } })
  const [now] = useState(Date.now)
  const known = service.data !== undefined || service.error !== null || away || search.asked.time !== undefined
  return known ? asksOf(search.asked, firstAsked(service.data?.intervals ?? [], now)) : undefined
}

/** The question as it stands in the address, and its answer, kept true while others book. */
export const useWhatIf = ({ venue, date, search, onSearch }: WhatIfOf) => {
  const client = useQueryClient()
  const [ask, setAsk] = useState<Ask>()
  const away = useAway()
  const first = useFirstAsk({ venue, date, search, away })
  const current = ask ?? first
  const settled = useSettled(JSON.stringify(current ?? null), pauseMs)
  const asked = JSON.parse(settled) as Ask | null
  useEffect(() => {
    if (ask) onSearch({ size: ask.partySize, at: ask.time, in: ask.areaId })
    // oxlint-disable-next-line react/exhaustive-deps -- once for each question that rests
  }, [settled])
  const { partySize = 2, time = '', areaId = '' } = asked ?? {}
  const query = { date, time, partySize, ...(areaId === '' ? {} : { areaId }) }
  const answer = useEndpoint(whatIf.ask, { params: { id: venue.id }, query }, { ...keepRows, enabled: asked !== null && !away })
  useWhenBack(() => void client.invalidateQueries({ queryKey: keyOf(whatIf.ask) }))
  useLive((message) => {
    const { type, venueId } = message
    if (type === 'reset' || (venueId === venue.id && ['reservation', 'tables', 'book'].includes(type)))
      void client.invalidateQueries({ queryKey: keyOf(whatIf.ask) })
  })
  return { ask: current, setAsk, answer, away, old: answer.isPlaceholderData || settled !== JSON.stringify(current ?? null) }
}
