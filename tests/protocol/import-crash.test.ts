import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { ImportBatch } from '@tablewire/contracts/import/import'
import { afterAll, expect, test } from 'vitest'
import { aServer, firstAdmin, type TestServer } from '../build/a-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'tablewire-import-crash-'))
let server: TestServer
let token: string
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

const call = async <T = ImportBatch>(method: string, path: string, body?: object): Promise<T> => {
  const answer = await fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`)
  const { data, ...rest } = (await answer.json()) as { data: T }
  return path.includes('limit=') ? (rest as T) : data
}
const start = async (): Promise<void> => {
  server = await aServer({ data: folder })
  const body = {
    grant_type: 'password',
    client_id: 'portal',
    client_secret: 'portal',
    username: firstAdmin.email,
    password: firstAdmin.password,
  }
  const answer = await fetch(`${server.url}/v2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  token = ((await answer.json()) as { access_token: string }).access_token
}
const until = async (id: string, isThere: (batch: ImportBatch) => boolean): Promise<ImportBatch> => {
  for (;;) {
    const batch = await call('GET', `/v1/imports/${id}`)
    if (isThere(batch)) return batch
    await sleep(20)
  }
}

// Enough for both kills to come in the middle.
const count = 10_000
const row = (at: number): string =>
  `${2020 + (at % 5)}-0${1 + (at % 9)}-${10 + (at % 19)};${17 + (at % 5)}:00;2;Guest ${at};guest${at}@example.test`

test('RE6: kill -9 in the middle of an import and of its undo: nothing is lost, nothing comes twice, nothing stays', async () => {
  await start()
  const { id: venueId } = await call<{ id: string }>('POST', '/venues', { name: 'Crash', countryCode: 'ES', timezone: 'Europe/Madrid' })
  const bytes = gzipSync(['Date;Time;Guests;Name;Email', ...Array.from({ length: count }, (_, at) => row(at))].join('\n'))
  const { id } = await call('POST', '/v1/imports', { kind: 'reservations', venueId, fileName: 'log.csv.gz', fileBytes: bytes.length })
  await call('POST', `/v1/imports/${id}/parts?at=0`, { content: bytes.toString('base64') })
  await call('POST', `/v1/imports/${id}/check`)
  await until(id, ({ state }) => state === 'checked')
  await call('POST', `/v1/imports/${id}/apply`)
  const before = await until(id, ({ rowsDone, state }) => rowsDone > 0 || state === 'applied')
  await server.killAll()
  expect(before.state).toBe('applying')
  await start()
  // The job is missed after its heartbeat.
  const applied = await until(id, ({ state }) => state === 'applied')
  expect(applied.counts).toMatchObject({ rows: count, made: count, duplicates: 0, rejected: 0 })
  const listed = `/v1/reservations?filters[venueId]=${venueId}&limit=1`
  expect(await call('GET', listed)).toMatchObject({ total: count })

  await call('POST', `/v1/imports/${id}/undo`, {})
  await until(id, ({ rowsDone }) => rowsDone > 0)
  await server.killAll()
  await start()
  expect(await until(id, ({ state }) => state === 'undone')).toMatchObject({ counts: { kept: 0 } })
  expect(await call('GET', listed)).toMatchObject({ total: 0 })
})
