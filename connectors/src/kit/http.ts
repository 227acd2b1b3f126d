export type HttpRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  headers: Readonly<Record<string, string>>
  body?: string
}
/** `text` is truncated at a limit the server sets. */
export type HttpAnswer = { status: number; headers: Readonly<Record<string, string>>; text: string }
/** A failure below HTTP; `sent` = the request may have reached the other side. */
export type HttpFailure = { failure: string; sent: boolean }
/** The server's guarded HTTP client: no private addresses, no redirects, keep-alive. Never throws. */
export type Http = (request: HttpRequest, signal: AbortSignal) => Promise<HttpAnswer | HttpFailure>
