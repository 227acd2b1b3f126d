export type Breach = { call: string; request: string; status: number; fault: string; answer: string }
export type CallFigures = { calls: number; refused: number; p50: number; p95: number; p99: number; max: number }
export type Figures = {
  seconds: number
  calls: number
  perSecond: number
  bookings: number
  byCall: Record<string, CallFigures>
  refusals: Record<string, number>
  events: Record<string, number>
  connectionErrors: Record<string, number>
  breaches: Breach[]
}

export type Journal = {
  answered(call: string, tookMs: number, refusal?: string): void
  breach(breach: Breach): void
  connectionError(kind: string): void
  /** Something that happened in a story: `booked`, `canceled`, `nothing free`. */
  event(name: string): void
  count(name: string): number
  figures(): Figures
}

const add = (to: Map<string, number>, key: string): void => void to.set(key, (to.get(key) ?? 0) + 1)
const quantile = (sorted: readonly number[], share: number): number =>
  Number((sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1))
const byCount = (counts: ReadonlyMap<string, number>): Record<string, number> =>
  Object.fromEntries([...counts].toSorted(([, a], [, b]) => b - a))

/** Everything a run tells at its end. */
export const makeJournal = (): Journal => {
  const startedMs = performance.now()
  const took = new Map<string, number[]>()
  const refusedCalls = new Map<string, number>()
  const refusals = new Map<string, number>()
  const events = new Map<string, number>()
  const errors = new Map<string, number>()
  const breaches: Breach[] = []
  const figuresOf = ([call, all]: [string, number[]]): [string, CallFigures] => {
    const sorted = all.toSorted((a, b) => a - b)
    return [
      call,
      {
        calls: all.length,
        refused: refusedCalls.get(call) ?? 0,
        p50: quantile(sorted, 0.5),
        p95: quantile(sorted, 0.95),
        p99: quantile(sorted, 0.99),
        max: quantile(sorted, 1),
      },
    ]
  }
  return {
    answered: (call, tookMs, refusal) => {
      const all = took.get(call)
      if (all) all.push(tookMs)
      else took.set(call, [tookMs])
      if (refusal === undefined) return
      add(refusedCalls, call)
      add(refusals, refusal)
    },
    breach: (breach) => void breaches.push(breach),
    connectionError: (kind) => add(errors, kind),
    event: (name) => add(events, name),
    count: (name) => events.get(name) ?? 0,
    figures: () => {
      const seconds = (performance.now() - startedMs) / 1000
      const calls = [...took.values()].reduce((sum, all) => sum + all.length, 0)
      return {
        seconds: Number(seconds.toFixed(1)),
        calls,
        perSecond: Number((calls / seconds).toFixed(1)),
        bookings: events.get('booked') ?? 0,
        byCall: Object.fromEntries([...took].map(figuresOf).toSorted(([a], [b]) => (a < b ? -1 : 1))),
        refusals: byCount(refusals),
        events: byCount(events),
        connectionErrors: byCount(errors),
        breaches,
      }
    },
  }
}

const count = (value: number): string => value.toLocaleString('en')
const list = (of: Record<string, number>): string =>
  Object.entries(of)
    .map(([name, value]) => `${name} ${count(value)}`)
    .join(', ')

/** The figures for people. */
export const asText = (figures: Figures): string => {
  const { byCall, refusals, events, connectionErrors, breaches } = figures
  const rows = Object.entries(byCall).map(([call, { calls, refused, p50, p95, p99, max }]) => [
    call,
    count(calls),
    count(refused),
    ...[p50, p95, p99, max].map((ms) => ms.toFixed(1)),
  ])
  const head = ['call', 'calls', 'refused', 'p50 ms', 'p95', 'p99', 'max']
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)))
  const line = (cells: readonly string[]): string =>
    cells.map((cell, column) => (column ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!))).join('  ')
  return [
    line(head),
    ...rows.map(line),
    '',
    `${count(figures.calls)} calls in ${figures.seconds} s, ${figures.perSecond} per second.`,
    `What happened: ${list(events) || 'nothing'}.`,
    `Refusals: ${list(refusals) || 'none'}.`,
    ...(Object.keys(connectionErrors).length ? [`Connection errors: ${list(connectionErrors)}.`] : []),
    `Answers that broke the contract: ${breaches.length}.`,
    ...breaches.map(({ call, request, status, fault, answer }) => `  ${call} (${request}) answered ${status}: ${fault}\n    ${answer}`),
    '',
  ].join('\n')
}
