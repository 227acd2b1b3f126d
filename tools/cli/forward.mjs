// Forwards events to a receiver on this machine, as the hub would: in order, signed.
import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

const timeoutMs = 10_000
const pauses = [250, 500, 1000, 2000]

export const signatureOf = (secret, unixSeconds, body) =>
  `t=${unixSeconds},v1=${createHmac('sha256', secret).update(`${unixSeconds}.${body}`).digest('hex')}`

const post = async ({ url, secret, body, eventId }) => {
  const startedMs = performance.now()
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Tablewire-Webhooks/1',
    'tablewire-event-id': eventId,
    'tablewire-signature': signatureOf(secret, Math.floor(Date.now() / 1000), body),
  }
  const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
  await answer.arrayBuffer().catch(() => undefined)
  return { status: answer.status, ms: Math.round(performance.now() - startedMs) }
}

/** Connection refused: the receiver is being restarted, so it is retried. Errors of the receiver itself are reported, not retried. */
const isAway = (error) => ['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET'].includes(error.cause?.code)

/** Retries while the receiver is down, so that nothing is lost while it restarts; `waiting` is called once. */
export const forward = async (call, { signal, waiting }) => {
  for (let tries = 0; ; tries++) {
    try {
      return await post(call)
    } catch (error) {
      if (!isAway(error)) return { error: error.name === 'TimeoutError' ? `no answer within ${timeoutMs / 1000} seconds` : error.message }
      if (tries === 0) waiting()
      await sleep(pauses[Math.min(tries, pauses.length - 1)], undefined, { signal })
    }
  }
}
