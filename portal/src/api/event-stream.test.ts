import { expect, test } from 'vitest'
import { eventsOf } from './event-stream.ts'

const streamOf = (...parts: string[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      const bytes = new TextEncoder()
      for (const part of parts) controller.enqueue(bytes.encode(part))
      controller.close()
    },
  })

const read = async (...parts: string[]): Promise<unknown[]> => {
  const events: unknown[] = []
  for await (const event of eventsOf(streamOf(...parts), () => undefined)) events.push(event)
  return events
}

test('reads ids and data, and comments as events without data', async () => {
  expect(await read('retry: 1000\nid: 7\n: open\n\n', 'id: 8\ndata: {"a":1}\n\n', ': still here\n\n')).toEqual([
    { id: '7', data: '' },
    { id: '8', data: '{"a":1}' },
    { data: '' },
  ])
})

test('what is not a message has a name', async () => {
  expect(await read('event: away\ndata: {}\n\n')).toEqual([{ name: 'away', data: '{}' }])
})

test('does not care where the network cuts, nor about the kind of line break', async () => {
  const whole = 'id: 1\r\ndata: first\r\ndata: second\r\n\r\nid: 2\ndata:tight\n\n'
  const expected = [
    { id: '1', data: 'first\nsecond' },
    { id: '2', data: 'tight' },
  ]
  for (let cut = 1; cut < whole.length; cut++) expect(await read(whole.slice(0, cut), whole.slice(cut))).toEqual(expected)
})

test('an event the stream did not finish is not delivered', async () => {
  expect(await read('data: whole\n\ndata: half')).toEqual([{ data: 'whole' }])
})

test('says that it is alive for every piece', async () => {
  let pieces = 0
  for await (const _ of eventsOf(streamOf(': a\n\n', ': b\n\n'), () => pieces++)) expect(pieces).toBeGreaterThan(0)
  expect(pieces).toBe(2)
})
