/** `circuit`: a system's id and the kind of calls, `<uuid> booking`. */
type Listener = { opened(circuit: string, forMs: number): void; closed(circuit: string): void }

/** The other processes of the same hub: a system counts their calls together with ours. */
export type Cluster = {
  /** This process's share of a concurrency limit. */
  shareOf(atOnce: number): number
  /** Publishes that a circuit of ours has opened for so long, or closed again. */
  announce: Listener
  /** Receives circuits of the other processes. */
  onCircuitChange(listener: Listener): void
}

/** A cluster of one process. */
export const alone: Cluster = {
  shareOf: (atOnce) => atOnce,
  announce: { opened: () => undefined, closed: () => undefined },
  onCircuitChange: () => undefined,
}
