import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { ensureBrands } from '#src/features/brands/api.ts'
import { systemClock } from '#src/platform/clock.ts'
import type { Config } from '#src/platform/config.ts'
import { hasCluster } from '#src/platform/postgres/cluster.ts'
import { requireStartConditions } from './before-start.ts'
import { buildApp } from './http.ts'
import { tellZones } from '#src/features/upkeep/api.ts'
import { takeReturns } from '#src/features/guest-messages/api.ts'
import { takeSheetReturns } from '#src/features/service-sheets/api.ts'
import { takeReplies } from '#src/features/onboarding-messages/api.ts'
import { startMailReceiver } from '#src/platform/mail/receive-mail.ts'
import { openTelemetry } from './open-telemetry.ts'
import { type AppContainer, openContainer } from './ports.ts'
import { ensureSandbox, sandboxCode } from './sandbox/ensure-sandbox.ts'
import { hasSandbox, startSandbox } from './sandbox/start-sandbox.ts'
import { ensureFirstAdmin, prepareDemo, refreshDemo, seedDemo } from './seed/seed.ts'

/** On a first start of our own database the demo is thought up while the database is being made. */
const demoAhead = (config: Config) =>
  config.seed !== 'empty' && config.databaseUrl === undefined && !hasCluster(join(config.data, 'postgres'))
    ? prepareDemo(systemClock())
    : undefined

/** First-run data: brands and the first administrator always; the demo when asked for, or on a first start of our own database. */
const furnish = async (
  { config, db, ports, systemCtx }: AppContainer,
  ahead: ReturnType<typeof demoAhead>,
): Promise<{ email: string; password: string | null }> => {
  const ctx = systemCtx('first run')
  await ensureBrands(db)
  const untouched = (await db.selectFrom('users').select('id').limit(1).execute()).length === 0
  const demo = config.seed === 'demo' || (config.seed === undefined && untouched && config.databaseUrl === undefined)
  const admin = await ensureFirstAdmin(ctx, { ...config, seed: demo ? 'demo' : (config.seed ?? 'empty') })
  if (demo) await seedDemo(ctx, ahead)
  await refreshDemo(ctx)
  // Its secrets are sealed anew with each key; with one that is not this database's they would be lost to the right one.
  if (config.sandbox === 'on' && hasSandbox && ports.ground.state().secrets.proven) await ensureSandbox(ctx)
  return admin
}

/** The starter builds the portal in parallel and signals when it is ready; without a starter it is ready already. */
const portalBuilt = (config: Config): Promise<void> =>
  config.portalBuild === 'ready' || !process.connected
    ? Promise.resolve()
    : new Promise((resolve) => {
        process.on('message', (message: { portal?: string }) => {
          if (message.portal === 'ready' || message.portal === 'failed') resolve()
        })
      })

const untilStopped = (): Promise<void> =>
  new Promise((resolve) => {
    // `on`, not `once`: a second Ctrl-C must not kill us during the shutdown.
    process.on('SIGINT', () => resolve())
    process.on('SIGTERM', () => resolve())
    // A starter that died takes its server with it.
    process.once('disconnect', () => resolve())
  })

const listen = async (container: AppContainer): Promise<{ url: string; port: number; close: () => Promise<void> }> => {
  const app = await buildApp(container)
  await app.listen({ port: container.config.port, host: container.config.host })
  const { port } = app.server.address() as AddressInfo
  const host = container.config.host === '0.0.0.0' || container.config.host === '::' ? 'localhost' : container.config.host
  return { url: container.config.publicUrl ?? `http://${host}:${port}`, port, close: () => closeGently(app) }
}

/** Answers to our mails, and mails that came back, where the own mail server hands them over. */
const receiveReplies = async ({ config, log, systemCtx }: AppContainer): Promise<{ stop: () => Promise<void> } | undefined> =>
  config.replyListen === undefined || config.replyDomain === undefined
    ? undefined
    : startMailReceiver(config.replyListen, {
        takers: [takeReplies, takeReturns, takeSheetReturns].map((take) => take(() => systemCtx('mail.receive'))),
        log,
      })

/** Grace period of running requests when the process stops. */
const patienceMs = 5000

/** Graceful shutdown: running requests are answered, then keep-alive connections are closed. */
const closeGently = async (app: FastifyInstance): Promise<void> => {
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
  const cut = setTimeout(() => app.server.closeAllConnections(), patienceMs)
  await app.close()
  clearInterval(sweep)
  clearTimeout(cut)
}

/** Where the demo has started the sandbox, and people have not removed it. */
const wantsSandbox = async ({ config, db, ports }: AppContainer): Promise<boolean> =>
  config.sandbox === 'on' &&
  ports.ground.state().secrets.proven &&
  hasSandbox &&
  (await db.selectFrom('systems').select('id').where('code', '=', sandboxCode).where('connector', '=', sandboxCode).executeTakeFirst()) !==
    undefined

/** `serve`: web server and jobs in one process. `work`: jobs only. Returns after a graceful shutdown. */
export const serve = async (config: Config, mode: 'serve' | 'work'): Promise<void> => {
  await requireStartConditions(config, mode)
  const stopRequested = untilStopped()
  const built = portalBuilt(config)
  const ahead = demoAhead(config)
  const container = await openContainer(config, true)
  const telemetry = await openTelemetry(container)
  const lost = container.lost.then((error) => Promise.reject(error))
  const stopped = Promise.race([stopRequested, lost])
  // Handled below; until then a rejection must not count as unhandled.
  stopped.catch(() => undefined)
  try {
    const admin = await furnish(container, ahead)
    void tellZones(container.systemCtx('zones')).catch((error: unknown) => container.log.warn({ err: error }, 'zones not compared'))
    if (mode === 'work') {
      process.stdout.write('Tablewire works on jobs\n')
      await stopped
      return
    }
    await Promise.race([built, stopped])
    // Asked before anybody is told that it is ready: from then on a database that goes away ends no process.
    const withSandbox = await wantsSandbox(container)
    const web = await listen(container)
    process.stdout.write(`Tablewire is ready at ${web.url}\n`)
    process.stdout.write(
      admin.password === null ? `Sign in as ${admin.email}\n` : `Sign in as ${admin.email} with the password ${admin.password}\n`,
    )
    const sandbox = withSandbox ? startSandbox(container, web.port) : undefined
    const replies = await receiveReplies(container)
    try {
      await stopped
      container.draining = true
      await sleep(config.drainSeconds * 1000)
    } finally {
      await Promise.all([sandbox?.stop(), replies?.stop()])
      await web.close()
    }
  } finally {
    await container.close()
    await telemetry.stop()
  }
}
