/** A refusal of the hub, in its own words. */
export class HubRefusal extends Error {
  override name = 'HubRefusal'
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export type HubAsk = { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; body?: unknown; key?: string }
export type HubClient = (ask: HubAsk) => Promise<unknown>

/** The channel API with this channel's key. */
export const hubClient =
  (hub: string, token: string): HubClient =>
  async ({ method, path, body, key }) => {
    const answer = await fetch(`${hub}/v1/bc${path}`, {
      method,
      headers: {
        'x-token': token,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(15_000),
    })
    const value = (await answer.json().catch(() => ({}))) as { message?: string; code?: string }
    if (answer.ok) return value
    throw new HubRefusal(answer.status, value.code ?? 'unknown', value.message ?? `The hub answered ${answer.status}.`)
  }
