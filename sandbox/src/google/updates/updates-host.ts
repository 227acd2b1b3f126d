import { type Reply, type Route, type RouteRequest } from '../../http/router.ts'
import type { Faults } from '../../rms/faults.ts'
import type { CallLog } from '../call-log.ts'
import { googleError } from './google-error.ts'
import type { Inventory } from '../inventory.ts'
import type { Memory } from '../memory.ts'
import { type Loose, type Message, readProto } from '../proto-read.ts'
import type { Quota } from './quota.ts'
import type { ServiceAccount } from './service-account.ts'

/** One update as it came, with what became of it. */
export type Received = { at: string; kind: 'booking' | 'availability' | 'merchant' | 'service' | 'status'; what: string; status: number }
export type UpdatesHost = {
  memory: Memory
  inventory: Inventory
  log: CallLog
  account: ServiceAccount
  faults: Faults
  quota: Quota
  nowMs: () => number
  /** Google's number of the partner, which stands in each address. */
  partnerId: string
  received: Received[]
}

const mostReceived = 5000

/** A refusal in Google's form, with which the partner's people are told of it as well. */
class UpdateRefused extends Error {
  override name = 'UpdateRefused'
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
export const refuse = (status: number, message: string): never => {
  throw new UpdateRefused(status, message)
}

export const bodyIn = (message: Message, { text }: RouteRequest): Loose => {
  const { value, wrong } = readProto(message, text)
  return wrong.length ? refuse(400, `Invalid JSON payload received. ${wrong.slice(0, 5).join('; ')}`) : value
}

const refusedBefore = (host: UpdatesHost, { headers, params }: RouteRequest): Reply | undefined => {
  if (!host.account.knows(headers.authorization))
    return googleError(401, 'Request had invalid authentication credentials. Expected OAuth 2 access token.')
  if (params['partner'] !== host.partnerId) return googleError(403, 'The caller does not have permission')
  if (!host.quota.take())
    return googleError(429, `Quota exceeded for quota metric 'Requests' and limit 'Requests per minute' of ${host.quota.perMinute}.`)
  return undefined
}

export type UpdateAct = { kind: Received['kind']; act: (host: UpdatesHost, request: RouteRequest) => Reply }

/** Routes under the addresses of the Maps Booking API: with a token, within the quota, and failing as they are told to. */
export const updateRoute =
  (host: UpdatesHost) =>
  (method: string, path: string, { kind, act }: UpdateAct): Route => ({
    method,
    path: `/v1alpha${path}`,
    act: async (request) => {
      const note = (status: number): void => {
        host.received.push({ at: new Date(host.nowMs()).toISOString(), kind, what: `${method} ${request.path}`, status })
        host.received.splice(0, Math.max(0, host.received.length - mostReceived))
      }
      const early = refusedBefore(host, request)
      if (early && typeof early === 'object') {
        note(early.status)
        return early
      }
      return host.faults.around(kind, () => {
        try {
          const reply = act(host, request)
          note(typeof reply === 'object' ? reply.status : 0)
          return reply
        } catch (error) {
          if (!(error instanceof UpdateRefused)) throw error
          const at = new Date(host.nowMs()).toISOString()
          host.log.complain({ at, about: `${method} ${request.path}`, code: String(error.status), words: error.message })
          note(error.status)
          return googleError(error.status, error.message)
        }
      })
    },
  })
