import { abilityOf } from '@tablewire/contracts/identity/access'
import type { FastifyRequest } from 'fastify'
import { channelCaller } from '#src/features/channels/api.ts'
import { userCaller } from '#src/features/people/api.ts'
import { systemCaller, systemKeyOf } from '#src/features/rms-settings/api.ts'
import { deviceCaller, isDeviceCall } from '#src/features/shared-devices/api.ts'
import { systemClock } from '#src/platform/clock.ts'
import { type Ctx, newUnitOfWork } from '#src/platform/ctx.ts'
import { originOf } from '#src/platform/http/rate-limit.ts'
import { askedLang, type Callers, langOf } from '#src/platform/http/mount.ts'
import { Problem } from '#src/platform/problem.ts'
import type { AppContainer } from './ports.ts'

const isOfSystems = ({ url }: FastifyRequest): boolean => /^\/v1\/(rms|webhooks\/rms)\b/.test(url)

/** Authentication by kind of caller. */
export const callersOf = (container: AppContainer): Callers => {
  const base = (request: FastifyRequest) => ({
    db: container.db,
    clock: systemClock,
    origin: originOf(request, container.config.trustedProxies),
    requestedLang: askedLang(request),
    requestId: request.id,
    log: container.log.child({ requestId: request.id }),
    ports: container.ports,
    unitOfWork: newUnitOfWork(),
  })
  const deps = { db: container.db, clock: systemClock, base }
  const person = userCaller(deps)
  const tablet = deviceCaller(deps)
  const user = (request: FastifyRequest): Promise<Ctx> => (isDeviceCall(request) ? tablet : person)(request)
  const system = systemCaller(deps)
  /** A reservation system with a valid key is authenticated, but not authorized here. */
  const userAlone = async (request: FastifyRequest): Promise<Ctx> => {
    if (systemKeyOf(request) === undefined) return user(request)
    await system(request)
    throw new Problem('access.denied')
  }
  /** Mostly systems call these: without valid credentials the error is about the key, not about signing in. */
  const userOfSystems = async (request: FastifyRequest): Promise<Ctx> =>
    user(request).catch((error: unknown) => {
      throw error instanceof Problem && error.status === 401 ? new Problem('system_key.invalid') : error
    })
  return {
    user: userAlone,
    channel: channelCaller(deps),
    userOrSystem: (request) => (systemKeyOf(request) !== undefined ? system : isOfSystems(request) ? userOfSystems : user)(request),
    anyone: (request): Ctx => ({
      ...base(request),
      actor: { kind: 'anonymous', id: null, name: request.ip },
      ability: abilityOf({ roles: [], permissions: [] }),
      scope: { kind: 'venues', ids: [] },
      lang: langOf(request),
    }),
  }
}
