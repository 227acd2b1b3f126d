import type { Connection } from '@tablewire/contracts/operations/traces'
import { useMemo, useState } from 'react'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { readTraceSearch } from './trace-search.ts'

const trouble = 'refused,unclear,failed'

const hourMs = 3_600_000
const filterNames = ['q', 'flow', 'outcome', 'op', 'system', 'channel', 'venue', 'key', 'slow', 'again', 'span', 'status'] as const

/** Without what the address does not say. */
const given = (filters: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter((one): one is [string, string] => one[1] !== undefined))

/** What the address asks for, as the endpoint takes it. The beginning of the span stands still until somebody refreshes. */
export const useTraceFilters = () => {
  const [text, setSearch] = useUrlSearch()
  const search = readTraceSearch(text)
  const [asked, setAsked] = useState(() => Date.now())
  const { q, flow, outcome, op, system, channel, venue, key, slow, again, status, span } = search
  const hours = Number(span ?? 24)
  const from = useMemo(() => new Date(asked - hours * hourMs).toISOString(), [asked, hours])
  const wide = {
    // Whoever looks for an id wants to find it, however old.
    ...(q && !span ? {} : { from }),
    ...(q ? { id: q.trim() } : {}),
    ...given({
      flow,
      operation: op,
      systemId: system,
      channelId: channel,
      venueId: venue,
      keyId: key,
      minMs: slow,
      repeated: again,
      httpStatus: status,
    }),
  }
  const filters = { ...wide, ...(outcome ? { outcome: outcome === 'trouble' ? trouble : outcome } : {}) }
  return {
    search,
    setSearch,
    filters,
    /** Without the outcome: the numbers show all of them. */
    wide,
    filtered: filterNames.some((name) => search[name]),
    clear: () => setSearch(Object.fromEntries(filterNames.map((name) => [name, undefined]))),
    refresh: () => setAsked(Date.now()),
  }
}

export const namesOf = (connections: readonly Connection[] | undefined, kind: Connection['kind']) =>
  (connections ?? [])
    .filter((one) => one.kind === kind)
    .map(({ id, name }) => ({ value: id, label: name }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
