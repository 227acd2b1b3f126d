import type { Endpoint } from '@tablewire/contracts/kit/endpoint'
import type { FastifyRequest } from 'fastify'
import { stopwatchMs } from '../clock.ts'
import type { Ctx } from '../ctx.ts'
import type { Answer } from './idempotency.ts'

type Call = { endpoint: Endpoint; ctx: Ctx; request: FastifyRequest }
/** A call of a channel or a reservation system, with its result or the error thrown. */
export type ObservedCall = Call & { startedAt: string; durationMs: number; answer?: Answer & { replayed: boolean }; error?: unknown }

/** `onCall` runs after the commit and delays no answer. */
export const observeCall = async <T extends Answer & { replayed: boolean }>(
  onCall: ((call: ObservedCall) => void) | undefined,
  call: Call,
  work: () => Promise<T>,
): Promise<T> => {
  const { kind, id } = call.ctx.actor
  if (!onCall || id === null || (kind !== 'channel' && kind !== 'system')) return work()
  const startedAt = call.ctx.clock().toString()
  const startedMs = stopwatchMs()
  const report = (became: { answer: T } | { error: unknown }): void =>
    onCall({ ...call, startedAt, durationMs: stopwatchMs() - startedMs, ...became })
  try {
    const answer = await work()
    report({ answer })
    return answer
  } catch (error) {
    report({ error })
    throw error
  }
}
