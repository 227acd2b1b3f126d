export type HttpRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  headers: Readonly<Record<string, string>>
  body?: string
}
/** `text` is cut at a bound the server sets. */
export type HttpAnswer = { status: number; headers: Readonly<Record<string, string>>; text: string }
/** What went wrong below HTTP; `sent` = the request may have reached the other side. */
export type HttpFailure = { failure: string; sent: boolean }
/** The server's guarded way out: no private addresses, no redirects, connections kept open. Never throws. */
export type Http = (request: HttpRequest, signal: AbortSignal) => Promise<HttpAnswer | HttpFailure>
