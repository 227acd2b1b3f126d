import { Agent, type ClientRequest, get } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, firstAdmin, type TestServer } from '../build/a-server.ts'
import { testDatabase } from '../build/database.ts'

let server: TestServer
let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
  // 256, less 120 for the house and 40 for the database: 96 connections, 76 of them streams.
  server = await aServer({ databaseUrl: database.url, openFiles: 256, env: { DATABASE_POOL: '40' } })
})
afterAll(async () => {
  await server.stop()
  await database.drop()
})

const streamsThatFit = 76
const signIn = async (): Promise<string> => {
  const words = { grant_type: 'password', client_id: 'portal', client_secret: 'portal', username: firstAdmin.email }
  const body = new URLSearchParams({ ...words, password: firstAdmin.password })
  return ((await (await fetch(`${server.url}/v2/token`, { method: 'POST', body })).json()) as { access_token: string }).access_token
}
const agent = new Agent({ keepAlive: false, maxSockets: Infinity })
type Stream = { status: number; request: ClientRequest }
const openStream = (token: string): Promise<Stream> =>
  new Promise((resolve, reject) => {
    const request = get(`${server.url}/v1/live`, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      answer.on('error', () => undefined).resume()
      resolve({ status: answer.statusCode!, request })
    })
    request.once('error', reject)
  })
const readyz = async () => {
  const answer = await fetch(`${server.url}/readyz`)
  return { http: answer.status, ...((await answer.json()) as { status: string; descriptors: string }) }
}

test('short of descriptors, streams are refused before calls are, it is said, and it is over within a minute', async () => {
  expect(server.log.join('\n')).toContain('few file descriptors')
  expect(await readyz()).toMatchObject({ http: 200, status: 'ready' })
  const sessions = await Promise.all([signIn(), signIn(), signIn()])
  const streams: Stream[] = []
  for (let n = 0; n < streamsThatFit + 4; n++) streams.push(await openStream(sessions[n % sessions.length]!))
  expect(streams.filter(({ status }) => status === 200)).toHaveLength(streamsThatFit)
  expect(streams.slice(streamsThatFit).map(({ status }) => status)).toEqual([503, 503, 503, 503])
  expect(await readyz()).toMatchObject({ http: 200, status: 'degraded', descriptors: 'full' })
  expect(server.log.filter((line) => line.includes('no room for more connections'))).toHaveLength(1)
  expect(await signIn()).toBeTruthy()
  for (const { request } of streams) request.destroy()
  await expect.poll(async () => (await readyz()).status, { interval: 1000, timeout: 70_000 }).toBe('ready')
  const again = await openStream(sessions[0]!)
  expect(again.status).toBe(200)
  again.request.destroy()
})
