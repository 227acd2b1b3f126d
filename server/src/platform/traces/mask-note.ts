import { maskBody, maskQuery, storable } from './mask-body.ts'
import { kindOf, maskText, maskValue, remembered } from './mask-text.ts'
import type { TraceNote } from './traces.ts'

const headersMax = 60

const maskHeader = (name: string, value: string): string => {
  const kind = kindOf(name)
  // Authentication schemes may be shown, credentials may not.
  const scheme = /^(bearer|basic|digest)\s/i.exec(value)?.[1]
  if (kind === 'secret') return scheme ? `${scheme} ***` : '***'
  return storable((kind === 'unknown' || kind === 'harmless' ? maskText(value) : maskValue(kind, value)).slice(0, 1000))
}

/** Cache of masked headers: most have the same value in every call. Secrets are not cached. */
const before = new Map<string, { value: string; masked: string }>()
const maskHeaderAgain = (name: string, value: string): string => {
  if (kindOf(name) === 'secret') return maskHeader(name, value)
  const cached = before.get(name)
  if (cached?.value === value) return cached.masked
  const masked = maskHeader(name, value)
  if (cached || before.size < 500) before.set(name, { value, masked })
  return masked
}
const headerName = remembered((name: string) => storable(name.slice(0, 100)))

const maskHeaders = (headers: TraceNote['requestHeaders']): Record<string, string> | null =>
  headers
    ? Object.fromEntries(
        Object.entries(headers)
          .slice(0, headersMax)
          .map(([name, value]) => [headerName(name), maskHeaderAgain(name, value)]),
      )
    : null

const maskUrl = (url: string): string => {
  const hash = url.indexOf('#')
  const bare = hash < 0 ? url : url.slice(0, hash)
  const mark = bare.indexOf('?')
  const path = (mark < 0 ? bare : bare.slice(0, mark)).replace(/\/\/[^/@]*@/, '//***@')
  return storable((mark < 0 ? maskText(path) : `${maskText(path)}?${maskQuery(bare.slice(mark + 1))}`).slice(0, 2000))
}

const words = (text: string, most: number): string => storable(text.slice(0, most))

/** A hop without secrets and guests' data, truncated to what can be stored. */
export const maskNote = (note: TraceNote): TraceNote => ({
  ...note,
  operation: words(note.operation, 60) || 'unknown',
  requestId: words(note.requestId, 200),
  otherIds: [...new Set(note.otherIds)]
    .filter(Boolean)
    .slice(0, 20)
    .map((id) => words(maskText(id), 200)),
  error: note.error ? words(maskText(note.error), 1000) : null,
  ...(note.method ? { method: words(note.method, 20) } : {}),
  ...(note.url ? { url: maskUrl(note.url) } : {}),
  requestHeaders: maskHeaders(note.requestHeaders) as Record<string, string>,
  requestBody: maskBody(note.requestBody),
  responseHeaders: maskHeaders(note.responseHeaders) as Record<string, string>,
  responseBody: maskBody(note.responseBody),
})
