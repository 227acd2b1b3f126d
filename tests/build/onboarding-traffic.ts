import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Caller, CallOptions } from './a-caller.ts'

/** What the sides of one request were told: its moves and messages that were acknowledged. */
export type Case = {
  id: string
  status: string
  version: number
  moves: string[]
  messages: { id: string; text: string; by: 'rms' | 'bc' }[]
}
export type OnboardingLedger = {
  cases: Case[]
  /** Requests that got no answer at first and were sent again. */
  lost: number
  /** Answers nobody should ever get. */
  unexpected: string[]
}
export type Desk = {
  /** With the partners' keys, and as their people. */
  keys: Record<'rms' | 'bc', Caller>
  people: Record<'rms' | 'bc', Caller>
  systemId: string
}
const patienceMs = 120_000
type Detail = { id: string; status: string; version: number }

/** Asks until there is an answer, always with the same key. */
const insist = async (ledger: OnboardingLedger, call: Caller, path: string, sent: CallOptions): Promise<Answer['body']> => {
  const until = performance.now() + patienceMs
  const idempotencyKey = randomUUID()
  for (let attempt = 1; ; attempt++) {
    const answer = await call(path, { ...sent, idempotencyKey }).catch(() => undefined)
    const again = !answer || answer.status === 503 || answer.status === 429 || answer.body['code'] === 'key.in_flight'
    if (answer && !again) {
      if (answer.status !== 200 && answer.status !== 201) ledger.unexpected.push(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body['data'] as Answer['body']
    }
    if (!answer && attempt === 1) ledger.lost++
    if (performance.now() > until) throw new Error(`no answer to ${path} for ${patienceMs} ms`)
    await sleep(100)
  }
}

const take = (one: Case, move: string, { status, version }: Detail): void => {
  Object.assign(one, { status, version })
  one.moves.push(move)
}

/** Asked for by the channel, provided by the system, talked about by both, and ended by either or left open. */
const oneCase = async (ledger: OnboardingLedger, { keys, people, systemId }: Desk, turn: number): Promise<void> => {
  const rmsVenueId = randomUUID()
  const asked = { systemId, venueName: randomUUID(), contactEmail: `${rmsVenueId}@house.test`, noneOfThese: true }
  const made = (await insist(ledger, keys.bc, '/v1/bc/onboarding-requests', { body: asked })) as Detail | undefined
  if (!made) return
  const one: Case = { ...made, moves: [], messages: [] }
  take(one, 'requested', made)
  ledger.cases.push(one)
  const act = async (side: 'rms' | 'bc', move: string, body: object): Promise<void> => {
    const path = `/v1/${side}/onboarding-requests/${one.id}/${move}`
    const after = (await insist(ledger, keys[side], path, { body: { version: one.version, ...body } })) as Detail | undefined
    if (after) take(one, move, after)
  }
  const say = async (by: 'rms' | 'bc'): Promise<void> => {
    const text = randomUUID()
    const path = `/v1/onboarding-requests/${one.id}/messages`
    const sent = (await insist(ledger, people[by], path, { body: { text } })) as { id: string } | undefined
    if (sent) one.messages.push({ id: sent.id, text, by })
  }
  await act('rms', 'ids', { rmsVenueId })
  await Promise.all([say('rms'), say('bc')])
  if (turn % 3 === 0) await act('bc', 'cancel', { reason: 'The house changed its mind.' })
  if (turn % 3 === 1) await act('rms', 'reject', { reason: 'Not with us any more.' })
}

/** Many at once until stopped; the ledger holds what everybody was promised. */
export const startOnboardingTraffic = (desk: Desk, atOnce: number): { ledger: OnboardingLedger; stop: () => Promise<OnboardingLedger> } => {
  const ledger: OnboardingLedger = { cases: [], lost: 0, unexpected: [] }
  const stopped = new AbortController()
  const run = async (first: number): Promise<void> => {
    for (let turn = first; !stopped.signal.aborted; turn++) await oneCase(ledger, desk, turn)
  }
  const running = Array.from({ length: atOnce }, (_, n) => run(n))
  // Heard at `stop`; a client that gives up earlier must not end the process.
  for (const one of running) one.catch(() => undefined)
  return {
    ledger,
    stop: async () => {
      stopped.abort()
      await Promise.all(running)
      return ledger
    },
  }
}
