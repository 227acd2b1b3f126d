import { abilityOf } from '@tablewire/contracts/access'
import type { FastifyRequest } from 'fastify'
import { channelCaller } from '#src/features/channels/api.ts'
import { userCaller } from '#src/features/people/api.ts'
import { systemCaller, systemKeyOf } from '#src/features/systems/api.ts'
import { systemClock } from '#src/platform/clock.ts'
import { type Ctx, newTrail } from '#src/platform/ctx.ts'
import { type Callers, langOf } from '#src/platform/http/mount.ts'
import { Problem } from '#src/platform/problem.ts'
import type { House } from './ports.ts'

/** Who may call, kind by kind. */
export const callersOf = (house: House): Callers => {
  const base = (request: FastifyRequest) => ({
    db: house.db,
    clock: systemClock,
    origin: { host: request.host, address: request.ip, agent: request.headers['user-agent'] },
    requestId: request.id,
    log: house.log.child({ requestId: request.id }),
    ports: house.ports,
    trail: newTrail(),
  })
  const deps = { db: house.db, clock: systemClock, base }
  const [user, system] = [userCaller(deps), systemCaller(deps)]
  /** A reservation system with a good key is known, but this is not for it. */
  const userAlone = async (request: FastifyRequest): Promise<Ctx> => {
    if (systemKeyOf(request) === undefined) return user(request)
    await system(request)
    throw new Problem('access.denied')
  }
  return {
    user: userAlone,
    channel: channelCaller(deps),
    userOrSystem: (request) => (systemKeyOf(request) === undefined ? user : system)(request),
    anyone: (request): Ctx => ({
      ...base(request),
      actor: { kind: 'anonymous', id: null, name: request.ip },
      ability: abilityOf({ roles: [], permissions: [] }),
      scope: { kind: 'venues', ids: [] },
      lang: langOf(request),
    }),
  }
}
