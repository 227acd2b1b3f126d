import { expect, test } from 'vitest'
import { makeMetrics } from './metrics.ts'

test('a scrape tells requests, jobs, live streams, connections and the process', async () => {
  const metrics = makeMetrics()
  let subscribers = 1
  metrics.watchSubscribers(() => subscribers)
  metrics.watchPool(() => ({ inUse: 3, idle: 2, waiting: 1 }))
  metrics.observeRequest('reservations.list', 200, 0.004)
  metrics.observeRequest('reservations.list', 200, 0.3)
  metrics.countJob('reservations.confirm', 'failed')
  subscribers = 7
  const { contentType, body } = await metrics.render()
  expect(contentType).toMatch(/^text\/plain; version=0\.0\.4/)
  for (const line of [
    'tablewire_http_request_seconds_bucket{le="0.005",endpoint="reservations.list",status="200"} 1',
    'tablewire_http_request_seconds_count{endpoint="reservations.list",status="200"} 2',
    'tablewire_jobs_total{job="reservations.confirm",outcome="failed"} 1',
    'tablewire_live_subscribers 7',
    'tablewire_database_connections{state="in_use"} 3',
    'tablewire_database_connections{state="waiting"} 1',
  ])
    expect(body).toContain(`${line}\n`)
  expect(body).toContain('process_resident_memory_bytes')
})

test('whatever is asked, the number of series stays bounded', async () => {
  const metrics = makeMetrics()
  for (let at = 0; at < 2000; at++) metrics.observeRequest(`area.call${at}`, at, 0.001)
  metrics.observeRequest('anna@guest.test', 200, Number.NaN)
  metrics.countJob('GET /../../etc', 'done')
  const { body } = await metrics.render()
  expect(new Set(body.match(/endpoint="[^"]*"/g)).size).toBe(501)
  expect(body).not.toContain('guest')
  expect(body).toContain('job="other"')
})

test('two registries in one process do not meet', async () => {
  const [one, other] = [makeMetrics(), makeMetrics()]
  one.countJob('a.b', 'done')
  expect((await other.render()).body).not.toContain('job="a.b"')
})

test('what waits keeps its last figures while the database refuses to count', async () => {
  const metrics = makeMetrics()
  let count = (): Promise<Record<string, number>> => Promise.resolve({ restores: 1 })
  metrics.watchWaiting(() => count())
  const line = 'tablewire_waiting{what="restores"} 1\n'
  expect((await metrics.render()).body).toContain(line)
  count = () => Promise.reject(new Error('ECONNREFUSED'))
  for (let scrape = 0; scrape < 2; scrape++) expect((await metrics.render()).body).toContain(line)
  count = () => Promise.resolve({ restores: 0 })
  await metrics.render()
  expect((await metrics.render()).body).toContain('tablewire_waiting{what="restores"} 0\n')
})
