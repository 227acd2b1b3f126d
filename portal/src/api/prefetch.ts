import type { Endpoint } from '@tablewire/contracts/kit/endpoint'
import { noteCursor } from './live-cursor.ts'
import { headersOf, type Input, pathOf } from './request.ts'

type Settled = { readonly response: Response; readonly text: string; readonly at: number }
type Prefetched = { readonly answer: Promise<Settled>; readonly stop: AbortController; settled?: Settled }
/** TTL: a page's first requests are used at its start or not at all. */
const keptMs = 20_000

/** Prefetched requests, keyed by everything that makes them differ: session, language, filter. */
const requests = new Map<string, Prefetched>()
const nameOf = (path: string, headers: Headers): string => JSON.stringify([path, ...headers])

const take = (name: string): Prefetched | undefined => {
  const found = requests.get(name)
  requests.delete(name)
  return found
}

const fetchWhole = async (path: string, init: RequestInit): Promise<Settled> => {
  const response = await fetch(path, init)
  noteCursor(response)
  return { response, text: await response.text(), at: Date.now() }
}

/** Prefetch: sends the page's first requests while its code is still loading. */
export const prefetch = (endpoint: Endpoint, input: Input, token: string): void => {
  const path = pathOf(endpoint, input)
  const headers = headersOf(undefined, token)
  const name = nameOf(path, headers)
  const stop = new AbortController()
  const early: Prefetched = { answer: fetchWhole(path, { method: endpoint.method, headers, signal: stop.signal }), stop }
  requests.set(name, early)
  early.answer.then(
    (settled) => (early.settled = settled),
    () => undefined,
  )
  setTimeout(() => {
    if (requests.get(name) === early) take(name)?.stop.abort()
  }, keptMs)
}

/** Takes the prefetched answer to exactly this request, if there is one; each is used once. Aborting the caller aborts it. */
export const prefetchedAnswer = (
  path: string,
  { method, headers, signal }: RequestInit & { headers: Headers },
): Promise<Response> | undefined => {
  const early = method === 'GET' && requests.size > 0 ? take(nameOf(path, headers)) : undefined
  signal?.addEventListener('abort', () => early?.stop.abort(signal.reason))
  return early?.answer.then(({ response: { status, headers: own }, text }) => new Response(text, { status, headers: own }))
}

export type PrefetchedPages<Page> = {
  readonly pages: readonly Page[]
  readonly at: number
  readonly answers: readonly Response[]
  /** They are not there for anybody else. */
  readonly use: () => void
}
/** Prefetched answers that have arrived, for the first render: all of these, or none. Errors are left to the regular request. */
export const prefetchedPages = <Page>(
  endpoint: Endpoint,
  { inputs, token }: { inputs: readonly Input[]; token: string | undefined },
): PrefetchedPages<Page> | undefined => {
  const names = inputs.map((input) => nameOf(pathOf(endpoint, input), headersOf(undefined, token)))
  const settled = names.flatMap((name) => requests.get(name)?.settled ?? [])
  if (settled.length < names.length || settled.some(({ response }) => !response.ok)) return undefined
  return {
    pages: settled.map(({ text }) => JSON.parse(text) as Page),
    at: Math.min(...settled.map(({ at }) => at)),
    answers: settled.map(({ response }) => response),
    use: () => names.forEach(take),
  }
}
/** Whether a prefetch is worthwhile. */
export const anyPrefetched = (): boolean => requests.size > 0
