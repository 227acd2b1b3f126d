/** Who speaks and who is spoken to. */
export type Party = 'channel' | 'hub' | 'system'

/**
 * One hop of a flow (HU5): one request between two parties and its answer. Whoever notes it hands over what was said as it was; secrets and guests'
 * data are masked here, before anything is kept.
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
  /** The same for all hops of one request of a channel, a webhook or a job. */
  requestId: string
  /** The key a partner's own call showed. */
  keyId?: string | null
  attempt?: number
  outcome: 'ok' | 'refused' | 'unclear' | 'failed'
  /** Why, in words for people who run the hub. */
  error?: string | null
  httpStatus?: number | null
  startedAt: string
  durationMs: number
  /** It failed because somebody further on did: that is counted there, and of this side as a no. */
  elsewhere?: boolean
  method?: string
  url?: string
  requestHeaders?: Readonly<Record<string, string>>
  requestBody?: unknown
  responseHeaders?: Readonly<Record<string, string>>
  responseBody?: unknown
}

/** What is counted of a hop; its bodies do not matter. */
export type TraceCount = Pick<
  TraceNote,
  'from' | 'to' | 'operation' | 'systemId' | 'channelId' | 'venueId' | 'outcome' | 'attempt' | 'startedAt' | 'durationMs' | 'elsewhere'
>

/** Counts hops in memory, and writes its counts when it is asked to; what they mean is its own matter. */
export type HopCounter = {
  count(hop: TraceCount): void
  write(): Promise<void>
}

/** Takes notes without making anybody wait: they are gathered and written a moment later, in batches. */
export type Traces = {
  /** Kept and counted. */
  note(trace: TraceNote): void
  /** Kept only: it says nothing about how well a flow goes. */
  keep(trace: TraceNote): void
  /** Counted only: what happens by the thousand and went well. */
  count(trace: TraceCount): void
  /** Writes what waits. */
  stop(): Promise<void>
}
