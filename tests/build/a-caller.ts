export type Answer = { status: number; body: Record<string, unknown>; headers: Headers }
export type CallOptions = {
  method?: string
  body?: unknown
  headers?: Readonly<Record<string, string>>
  idempotencyKey?: string | undefined
}
/** One call over real HTTP, JSON both ways; rejects when no answer comes. */
export type Caller = (path: string, sent?: CallOptions) => Promise<Answer>

const answerWithinMs = 60_000

/** Hears of each call what came of it, before anybody reads the answer: no status = no answer. */
export type Watch = (seen: { method: string; tookMs: number; status?: number; retryAfter?: string | null; failed?: string }) => void

/** One request, told to whoever watches. */
const asked = async (url: string, init: RequestInit & { method: string }, watch: Watch | undefined): Promise<Response> => {
  const started = performance.now()
  const tell = (what: Omit<Parameters<Watch>[0], 'method' | 'tookMs'>) =>
    watch?.({ method: init.method, tookMs: performance.now() - started, ...what })
  try {
    const answer = await fetch(url, init)
    tell({ status: answer.status, retryAfter: answer.headers.get('retry-after') })
    return answer
  } catch (error) {
    const { code, message } = ((error as Error).cause ?? error) as { code?: string; message: string }
    tell({ failed: code ?? message })
    throw error
  }
}

export const aCaller =
  (url: string, headers: Readonly<Record<string, string>> = {}, watch?: Watch): Caller =>
  async (path, { method, body, headers: more = {}, idempotencyKey } = {}) => {
    const init = {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...more,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerWithinMs),
    }
    const answer = await asked(`${url}${path}`, init, watch)
    const text = await answer.text()
    return { status: answer.status, body: text ? (JSON.parse(text) as Record<string, unknown>) : {}, headers: answer.headers }
  }

/** The channel with that key, as any partner calls. */
export const asChannel = (url: string, key: string, watch?: Watch): Caller => aCaller(`${url}/v1/bc/`, { 'x-token': key }, watch)

/** Signed in by the password grant. */
export const asUser = async (
  url: string,
  { email, password }: { email: string; password: string },
): Promise<Caller & { token: string }> => {
  const { status, body } = await aCaller(url)('/v2/token', {
    body: { grant_type: 'password', client_id: 'portal', client_secret: 'portal', username: email, password },
  })
  if (status !== 200) throw new Error(`sign-in answered ${status} ${JSON.stringify(body)}`)
  const token = body['access_token'] as string
  return Object.assign(aCaller(url, { authorization: `Bearer ${token}` }), { token })
}
