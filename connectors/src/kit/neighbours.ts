/** `circuit`: a system's id and the kind of calls, `<uuid> booking`. */
type Hearing = { opened(circuit: string, forMs: number): void; closed(circuit: string): void }

/** The other processes of the same hub: a system counts their calls together with ours. */
export type Neighbours = {
  /** How many of so many calls at once are ours. */
  shareOf(atOnce: number): number
  /** A circuit of ours has opened for so long, or closed again. */
  tell: Hearing
  /** What the others tell comes here from now on. */
  hear(hearing: Hearing): void
}

/** Nobody else is there. */
export const alone: Neighbours = {
  shareOf: (atOnce) => atOnce,
  tell: { opened: () => undefined, closed: () => undefined },
  hear: () => undefined,
}
