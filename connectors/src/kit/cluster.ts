/** `circuit`: a system's id and the kind of calls, `<uuid> booking`. */
type Listener = { opened(circuit: string, forMs: number): void; closed(circuit: string): void }

/** The other processes of the same hub: a system counts their calls together with ours. */
export type Cluster = {
  /** How many of so many calls at once are ours. */
  shareOf(atOnce: number): number
  /** A circuit of ours has opened for so long, or closed again. */
  announce: Listener
  /** What the others tell comes here from now on. */
  onCircuitChange(listener: Listener): void
}

/** Nobody else is there. */
export const alone: Cluster = {
  shareOf: (atOnce) => atOnce,
  announce: { opened: () => undefined, closed: () => undefined },
  onCircuitChange: () => undefined,
}
