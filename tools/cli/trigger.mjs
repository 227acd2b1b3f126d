// `tablewire trigger`: an event about no booking, into the streams of a channel or to one of its endpoints.
import { readArguments, refusalOf, Wrong } from './arguments.mjs'

export const usage = `tablewire trigger EVENT --key KEY [--url http://hub] [--endpoint ID]
  Sends a test event, marked "test": booking.created, booking.updated or booking.canceled.
  It goes to whoever listens with tablewire listen, or to the endpoint named.`

const events = ['booking.created', 'booking.updated', 'booking.canceled']

export const trigger = async (args) => {
  const given = readArguments(args, { endpoint: { type: 'string' } })
  if (given.help) return void process.stdout.write(`${usage}\n`)
  const [name, more] = given.positionals
  if (!events.includes(name) || more) throw new Wrong(`Name one event: ${events.join(', ')}.`)
  const path = given.endpoint ? `webhooks/${encodeURIComponent(given.endpoint)}/test` : 'events/test'
  const answer = await fetch(`${given.url}/v1/bc/${path}`, {
    method: 'POST',
    headers: { 'x-token': given.key, 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  }).catch((error) => {
    throw new Wrong(`Nobody answers at ${given.url} (${error.cause?.code ?? error.message}).`)
  })
  if (!answer.ok) throw new Wrong(await refusalOf(answer))
  const answered = await answer.json()
  if (given.json) return void process.stdout.write(`${JSON.stringify(answered)}\n`)
  if (!given.endpoint) {
    process.stdout.write(`${name} ${answered.event_id}\n`)
    if (!answered.listening) process.stderr.write('Nobody listens: start "tablewire listen" first.\n')
    return
  }
  process.stdout.write(`${name} -> ${answered.error ?? answered.status} (${answered.durationMs} ms)\n`)
  if (!answered.ok) process.exitCode = 1
}
