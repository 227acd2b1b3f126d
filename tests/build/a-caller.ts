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

export const aCaller =
  (url: string, headers: Readonly<Record<string, string>> = {}): Caller =>
  async (path, { method, body, headers: more = {}, idempotencyKey } = {}) => {
    const answer = await fetch(`${url}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...more,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerWithinMs),
    })
    const text = await answer.text()
    return { status: answer.status, body: text ? (JSON.parse(text) as Record<string, unknown>) : {}, headers: answer.headers }
  }

/** The channel with that key, as any partner calls. */
export const asChannel = (url: string, key: string): Caller => aCaller(`${url}/v1/bc/`, { 'x-token': key })

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
