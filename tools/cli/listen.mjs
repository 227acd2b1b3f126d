// `tablewire listen`: shows what a channel's webhooks tell as it happens, and hands it on to a receiver on this machine.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { readArguments, refusalOf, Wrong } from './arguments.mjs'
import { blocksOf } from './event-stream.mjs'
import { forward } from './forward.mjs'

export const usage = `tablewire listen --key KEY [--url http://hub] [--forward http://localhost:3000/hooks]
  Shows the webhooks of a booking channel as they happen, and forwards them, signed.
  --key KEY          the key of the channel, or TABLEWIRE_KEY
  --url ADDRESS      the hub, or TABLEWIRE_URL (http://127.0.0.1:4000)
  --forward ADDRESS  your receiver; one that is away is waited for
  --secret SECRET    sign with this one instead of a new one
  --events PATTERN   only these, with * and commas: "booking.*", "booking.created,booking.canceled"
  --own-changes      also what the channel did itself, as an endpoint with ownChanges
  --after ID         begin behind the event that had this id
  --json             one line of JSON for each event`

const options = {
  forward: { type: 'string' },
  secret: { type: 'string' },
  events: { type: 'string', default: '*' },
  'own-changes': { type: 'boolean', default: false },
  after: { type: 'string' },
}

/** Three missed heartbeats: the connection is dead, whatever the network says. */
const silenceMs = 15_000
const pauses = [250, 500, 1000, 2000, 5000]
const remembered = 1000

const patternOf = (text) => {
  const parts = text.split(',').map((part) =>
    part
      .trim()
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*'),
  )
  return new RegExp(`^(${parts.join('|')})$`)
}

/** Deduplication: an event repeated after a reconnect is handled once. */
const makeMemory = () => {
  const known = new Set()
  return (id) => {
    if (known.has(id)) return false
    known.add(id)
    if (known.size > remembered) known.delete(known.values().next().value)
    return true
  }
}

const summary = ({ name, body, forwarded }) => {
  const parts = [
    body.occurred_at.slice(11, 19),
    name.padEnd(16),
    body.entity_id,
    JSON.stringify(body.data),
    ...(body.test ? ['(test)'] : []),
  ]
  if (forwarded) parts.push(forwarded.error ? `-> ${forwarded.error}` : `-> ${forwarded.status} (${forwarded.ms} ms)`)
  return parts.join('  ')
}

class Session {
  constructor(given) {
    Object.assign(this, { ...given, secret: given.secret ?? `whsec_${randomBytes(24).toString('base64url')}` })
    this.wanted = patternOf(given.events)
    this.isNew = makeMemory()
    this.ending = new AbortController()
    this.last = given.after
  }

  say(line) {
    process.stderr.write(`${line}\n`)
  }

  async handle({ id, event, data }) {
    const body = JSON.parse(data)
    if (this.isNew(body.event_id) && this.wanted.test(event)) {
      const waiting = () => this.say(`Nobody answers at ${this.forward}; waiting for it.`)
      const call = { url: this.forward, secret: this.secret, body: data, eventId: body.event_id }
      const forwarded = this.forward && (await forward(call, { signal: this.ending.signal, waiting }))
      process.stdout.write(
        `${this.json ? JSON.stringify({ id, name: event, body, ...(forwarded ? { forwarded } : {}) }) : summary({ name: event, body, forwarded })}\n`,
      )
    }
    // The cursor moves on handled events only.
    this.last = id
  }

  /** One connection to the hub until it breaks; returns the pause before the next one. */
  async stream(connected) {
    const silence = new AbortController()
    const headers = { 'x-token': this.key, accept: 'text/event-stream', ...(this.last === undefined ? {} : { 'last-event-id': this.last }) }
    const answer = await fetch(`${this.url}/v1/bc/events${this['own-changes'] ? '?ownChanges=1' : ''}`, {
      headers,
      signal: AbortSignal.any([this.ending.signal, silence.signal, AbortSignal.timeout(2 ** 31 - 1)]),
    })
    if (answer.status === 429 || answer.status >= 500) {
      this.say(await refusalOf(answer))
      return Number(answer.headers.get('retry-after') ?? 1) * 1000
    }
    if (!answer.ok) throw new Wrong(await refusalOf(answer))
    connected()
    let timer = setTimeout(() => silence.abort(), silenceMs)
    try {
      for await (const block of blocksOf(answer.body)) {
        clearTimeout(timer)
        if (block.event === 'gap') this.say('Away for too long: some events may be missing.')
        else if (block.data !== undefined) await this.handle(block)
        else this.last = block.id ?? this.last
        timer = setTimeout(() => silence.abort(), silenceMs)
      }
    } finally {
      clearTimeout(timer)
    }
    return undefined
  }

  async run() {
    for (let tries = 0; !this.ending.signal.aborted;) {
      let wait
      try {
        wait = await this.stream(() => {
          this.say(tries ? 'Connected again.' : 'Listening. Ctrl-C ends it.')
          tries = 0
        })
      } catch (error) {
        if (this.ending.signal.aborted) break
        if (error instanceof Wrong) throw error
      }
      if (this.ending.signal.aborted) break
      if (tries++ === 0) this.say(`The line to ${this.url} is broken; trying again.`)
      await sleep(wait ?? pauses[Math.min(tries, pauses.length) - 1], undefined, { signal: this.ending.signal }).catch(() => undefined)
    }
  }
}

export const listen = async (args) => {
  const given = readArguments(args, options)
  if (given.help) return void process.stdout.write(`${usage}\n`)
  if (given.positionals.length) throw new Wrong(`What does "${given.positionals[0]}" mean here? See tablewire listen --help.`)
  const session = new Session(given)
  if (session.forward) session.say(`Forwarding to ${session.forward}, signed with ${session.secret}`)
  if (!given['own-changes']) session.say('What the channel does itself is left out, as endpoints leave it out; --own-changes shows it.')
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => session.ending.abort())
  await session.run()
  if (session.last !== undefined) session.say(`To go on from here later: --after ${session.last}`)
}
