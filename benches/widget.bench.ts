import { Agent, request } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Bench, percentile, round } from './bench.ts'
import { ask } from './ask.ts'
import { signIn, startServer } from './stage.ts'

const guests = 200
/** So long they come, look, hold, write and book; each begins anew when he is done. */
const forMs = 60_000
/** Nobody reads and types faster. */
const thinksMs = [1600, 4000] as const
const venuesMost = 12
const admin = { email: 'admin@tablewire.test', password: 'tablewire-demo' }

type Answer = { status: number; location: string; body: string; ms: number }
const agent = new Agent({ keepAlive: true, maxSockets: 400 })

/** As a guest's browser asks, from an address of his own. */
const asGuest = (url: string, { localAddress, fields }: { localAddress: string; fields?: Record<string, string> }): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const startedMs = performance.now()
    const sent = fields && new URLSearchParams(fields).toString()
    const headers = {
      accept: 'application/json',
      ...(sent === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(sent) }),
    }
    const outgoing = request(url, { method: sent === undefined ? 'GET' : 'POST', agent, localAddress, headers })
    outgoing.on('response', (answer) => {
      let body = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => (body += part))
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, location: answer.headers.location ?? '', body, ms: performance.now() - startedMs }),
      )
    })
    outgoing.on('error', reject)
    outgoing.end(sent)
  })

type Step = { kind: string; date: string; groups?: { times: { at: string }[] }[] }
const stepIn = ({ body }: Answer): Step => (JSON.parse(body) as { step: Step }).step
const timesIn = (step: Step): string[] => (step.groups ?? []).flatMap(({ times }) => times.map(({ at }) => at))
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const think = (): Promise<void> => wait(thinksMs[0] + Math.random() * (thinksMs[1] - thinksMs[0]))
const oneOf = <T>(choices: readonly T[]): T => choices[Math.floor(Math.random() * choices.length)]!
const dayAhead = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Venues of the demo that guests can book at, with times in the coming days. */
const openVenues = async (url: string, token: string): Promise<string[]> => {
  const { body } = await ask(`${url}/venues?limit=60`, { headers: { authorization: `Bearer ${token}` } })
  const found: string[] = []
  for (const { id } of (JSON.parse(body) as { data: { id: string }[] }).data) {
    if (found.length >= venuesMost) break
    const answer = await asGuest(`${url}/book/${id}?party=2`, { localAddress: '127.0.1.1' })
    if (answer.status === 200 && timesIn(stepIn(answer)).length > 4) found.push(id)
  }
  return found
}

/** One visit from looking to the page of the booking: `booked`, `left`, or what went wrong that is ours. */
const visit = async (base: string, localAddress: string, slots: number[]): Promise<string> => {
  const look = async (): Promise<Answer> => {
    const answer = await asGuest(`${base}?party=${oneOf([2, 2, 2, 3, 4])}&date=${dayAhead(1 + Math.floor(Math.random() * 40))}`, {
      localAddress,
    })
    slots.push(answer.ms)
    return answer
  }
  const looked = [await look()]
  await think()
  looked.push(await look())
  await think()
  const wrong = looked.find(({ status }) => status !== 200)
  if (wrong) return `times answered ${wrong.status}`
  const times = timesIn(stepIn(looked[1]!))
  if (!times.length) return 'left'
  const held = await asGuest(`${base}/hold`, { localAddress, fields: { party: '2', at: oneOf(times) } })
  if (held.status === 409) return 'left'
  if (held.status !== 303) return `hold answered ${held.status}`
  const token = new URL(held.location, base).searchParams.get('held')!
  await think()
  const fields = {
    held: token,
    firstName: 'Bench',
    lastName: 'Guest',
    email: `bench-${crypto.randomUUID()}@example.test`,
    phone: '',
    trap: '',
  }
  const sent = await asGuest(`${base}/details`, { localAddress, fields })
  if (sent.status !== 303) return `details answered ${sent.status}`
  const done = await asGuest(new URL(sent.location, base).href, { localAddress })
  return done.status === 200 ? 'booked' : `the booking's page answered ${done.status}`
}

export const widget: Bench = {
  name: 'widget',
  about: `${guests} guests at once in the flow of the booking page, with people at work in the portal`,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tablewire-widget-bench-'))
    const server = await startServer('server/src/main.ts', ['serve', '--demo', '--port', '0', '--data', folder], {
      LOG_LEVEL: 'error',
      TABLEWIRE_SANDBOX: 'off',
    })
    try {
      const token = await signIn(server.url, admin)
      const venues = await openVenues(server.url, token)
      const slots: number[] = []
      const ends = new Map<string, number>()
      const untilMs = performance.now() + forMs
      const guest = async (_: unknown, index: number): Promise<void> => {
        // They do not all come in the same second.
        await wait((index / guests) * thinksMs[1])
        for (let turn = 0; performance.now() < untilMs; turn++) {
          const localAddress = `127.${10 + (turn % 200)}.${1 + Math.floor(index / 200)}.${1 + (index % 200)}`
          const end = await visit(`${server.url}/book/${oneOf(venues)}`, localAddress, slots).catch((error: Error) => error.message)
          ends.set(end, (ends.get(end) ?? 0) + 1)
        }
      }
      const people = async (): Promise<void> => {
        while (performance.now() < untilMs) {
          await ask(`${server.url}/v1/reservations?limit=50`, { headers: { authorization: `Bearer ${token}` } })
          await wait(250)
        }
      }
      await Promise.all([...Array.from({ length: guests }, guest), people(), people()])
      const errors = [...ends].filter(([end]) => end !== 'booked' && end !== 'left')
      const note = `${slots.length} answers, ${ends.get('booked') ?? 0} booked at ${venues.length} venues`
      return [
        { name: 'widget.slots', value: round(percentile(slots, 0.99)), unit: 'ms p99', note },
        { name: 'widget.slotsUsual', value: round(percentile(slots, 0.5)), unit: 'ms' },
        {
          name: 'widget.errors',
          value: errors.reduce((sum, [, count]) => sum + count, 0),
          unit: 'visits',
          note: errors.map(([end, count]) => `${count} × ${end}`).join(', '),
        },
      ]
    } finally {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
