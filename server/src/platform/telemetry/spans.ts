/** Attributes of a span: names of ours, templates and numbers. Never a value that a guest or a partner gave. */
export type Attributes = Readonly<Record<string, string | number>>
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>
export type SpanStart = { name: string; kind: 'server' | 'client' | 'consumer'; attributes?: Attributes; callerHeaders?: Headers }

export type OpenSpan = {
  set(attributes: Attributes): void
  /** `type`: a code or the name of a class, never a message. */
  fail(type: string): void
  end(): void
  /** What happens in there belongs to it. */
  run<T>(work: () => T): T
}

/** Traces of what this process does, sent to whom the operator named. */
export type Spans = {
  open(start: SpanStart): OpenSpan
  /** Whether something is being traced here. */
  isInside(): boolean
  /** What tells the other side which trace a call belongs to; nothing unless the operator lets it. */
  headers(): Record<string, string>
}

let current: Spans | undefined
/** Undefined = nothing is traced, which is the rule. */
export const spans = (): Spans | undefined => current
/** One for the process: a statement knows nothing of whom it is sent for. */
export const setSpans = (next: Spans | undefined): void => void (current = next)

const typeOf = (error: unknown): string => {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'error'
}

/** `work` as a span of its own, with what it came to. */
export const within = async <T>(start: SpanStart, work: () => Promise<T>, told?: (value: T) => Attributes): Promise<T> => {
  const span = current?.open(start)
  if (!span) return work()
  try {
    const value = await span.run(work)
    if (told) span.set(told(value))
    return value
  } catch (error) {
    span.fail(typeOf(error))
    throw error
  } finally {
    span.end()
  }
}
