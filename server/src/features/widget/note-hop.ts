import { stopwatchMs } from '#src/platform/clock.ts'
import { asProblem, problemToKeep } from '#src/platform/http/errors.ts'
import { Problem } from '#src/platform/problem.ts'
import type { Asked } from './asked-page.ts'

/** A guest's hold or booking as a hop from the channel to us, beside those of other channels; who he is does not go along. */
export const noted = async <T extends { id: string }>(
  { ctx, house }: Pick<Asked, 'ctx' | 'house'>,
  { operation, wanted }: { operation: 'hold' | 'commit'; wanted?: { at: number; party: number; area: string | null } },
  work: () => Promise<T>,
): Promise<T> => {
  const startedMs = stopwatchMs()
  const startedAt = ctx.clock().toString()
  const note = (outcome: 'ok' | 'refused' | 'failed', more: object): void =>
    ctx.ports.traces.note({
      from: 'channel',
      to: 'hub',
      operation,
      channelId: house.channelId,
      venueId: house.id,
      requestId: ctx.requestId,
      outcome,
      startedAt,
      durationMs: stopwatchMs() - startedMs,
      ...(wanted ? { requestBody: { date: wanted.at, partySize: wanted.party, areaId: wanted.area } } : {}),
      ...more,
    })
  try {
    const made = await work()
    note('ok', { reservationId: made.id, httpStatus: 303 })
    return made
  } catch (error) {
    const problem = asProblem(error) ?? new Problem('server.failed')
    const elsewhere = /^(remote|secret)\./.test(problem.code)
    note(problem.status < 500 ? 'refused' : 'failed', { elsewhere, error: problemToKeep(problem), httpStatus: problem.status })
    throw error
  }
}
