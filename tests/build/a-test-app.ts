import { buildApp } from '@tablewire/server/app/http'
import { type AppContainer, openContainer } from '@tablewire/server/app/ports'
import { ensureBrands } from '@tablewire/server/features/brands/api'
import { readConfig } from '@tablewire/server/platform/config'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testDatabase } from './database.ts'

export type Ask = { method: string; url: string; token?: string; key?: string; body?: unknown; headers?: Record<string, string> }
export type TestApp = {
  container: AppContainer
  app: FastifyInstance
  /** One request to the whole application; `token` is a session's, `key` a channel's. */
  ask: (ask: Ask) => Promise<LightMyRequestResponse>
  signIn: (user: { email: string; password: string }) => Promise<string>
  close: () => Promise<void>
}

type Options = { work?: boolean; env?: Readonly<Record<string, string>>; addresses?: number }

/**
 * The whole product on a database of its own: jobs, live messages and web server, without a port. Calls come from so many `addresses` in turn: one alone
 * may ask a thousand times a minute or so.
 */
export const aTestApp = async ({ work = false, env = {}, addresses = 1 }: Options = {}): Promise<TestApp> => {
  const { url, drop } = await testDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'tablewire-app-'))
  const container = await openContainer(
    readConfig([], {
      DATABASE_URL: url,
      TABLEWIRE_DATA: folder,
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
      DATABASE_POOL: '8',
      ...env,
    }),
    work,
  )
  await ensureBrands(container.db)
  const app = await buildApp(container)
  let calls = 0
  const ask: TestApp['ask'] = ({ method, url: path, token, key, body, headers = {} }) =>
    app.inject({
      method: method as 'GET',
      url: path,
      remoteAddress: `127.0.0.${1 + (calls++ % addresses)}`,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...(key ? { 'x-token': key } : {}), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
  const signIn: TestApp['signIn'] = async ({ email, password }) => {
    const answer = await ask({
      method: 'POST',
      url: '/v2/token',
      body: { grant_type: 'password', client_id: 'portal', client_secret: 'portal', username: email, password },
    })
    if (answer.statusCode !== 200) throw new Error(`sign-in answered ${answer.body}`)
    return answer.json<{ access_token: string }>().access_token
  }
  const close = async (): Promise<void> => {
    await app.close()
    await container.close()
    await drop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { container: container, app, ask, signIn, close }
}
