/** Caller and callee of a hop. */
export type Party = 'channel' | 'hub' | 'system'

/** What bound a search that found nothing: the rule, its numbers, the start whose rule it is (null = the whole day's), and the day that start counts to. */
export type WhyRefused = { date: string; rule: string; limit: number | null; used: number | null; startsAt: string | null }

export type RefusedSearch = {
  /** The moment asked for, in seconds. */
  date: number
  /** How many they were. */
  partySize: number
  areaId?: string | null
  /** A day was asked for, and no moment of it. */
  anyTime?: boolean
  /** Nothing is offered that day, or the answer is about one start only: not among those turned away from an open house (AN1). */
  beside?: boolean
  /** Who asked, where that is known: he counts once. Never stored. */
  who?: string
  /** Known with the answer, or found out later, when there is time. */
  why?: WhyRefused | (() => Promise<WhyRefused | undefined>)
}

/**
 * One hop of a flow (HU5): one request between two parties and its answer. Bodies are handed over as they were; secrets and guests' data are masked
 * here, before anything is stored.
 */
export type TraceNote = {
  from: Party
  to: Party
  /** `create`, `availability`, `webhook`, `hold`, `commit`, ... */
  operation: string
  systemId?: string | null
  channelId?: string | null
  venueId?: string | null
  reservationId?: string | null
  /** Ids of the same booking on any side, for searching: the system's, the channel's, the reference a guest holds. */
  otherIds?: readonly string[]
  /** Correlation id: the same for all hops of one request of a channel, a webhook or a job. */
  requestId: string
  /** The id of the key a partner's call was made with. */
  keyId?: string | null
  attempt?: number
  outcome: 'ok' | 'refused' | 'unclear' | 'failed'
  /** The error, in words for the people who run the hub. */
  error?: string | null
  httpStatus?: number | null
  startedAt: string
  durationMs: number
  /** A search that found no free place. */
  turnedAway?: RefusedSearch
  /** It failed because of a system behind it: that failure is counted there, and on this side as a refusal. */
  elsewhere?: boolean
  method?: string
  url?: string
  requestHeaders?: Readonly<Record<string, string>>
  requestBody?: unknown
  responseHeaders?: Readonly<Record<string, string>>
  responseBody?: unknown
}

/** What is counted of a hop, without its bodies. */
export type TraceCount = Pick<
  TraceNote,
  | 'from'
  | 'to'
  | 'operation'
  | 'systemId'
  | 'channelId'
  | 'venueId'
  | 'outcome'
  | 'attempt'
  | 'startedAt'
  | 'durationMs'
  | 'elsewhere'
  | 'turnedAway'
>

/** Counts hops in memory and writes the counts when told to; their meaning is the counter's own matter. */
export type HopCounter = {
  count(hop: TraceCount): void
  write(): Promise<void>
}

/** Records hops write-behind: buffered and written a moment later, in batches, so that no call waits. */
export type Traces = {
  /** Stored and counted. */
  note(trace: TraceNote): void
  /** Stored only: says nothing about the health of a flow. */
  keep(trace: TraceNote): void
  /** Counted only: frequent calls that succeeded. */
  count(trace: TraceCount): void
  /** Flushes the buffer. */
  stop(): Promise<void>
}
