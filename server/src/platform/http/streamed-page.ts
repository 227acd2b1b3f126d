import { Readable } from 'node:stream'
import type { Endpoint } from '@tablewire/contracts/kit/endpoint'
import { $ZodObjectJIT } from 'zod/v4/core'
import { z } from 'zod/mini'
import type { Ctx } from '../ctx.ts'
import { Problem } from '../problem.ts'

/** A page too long to be held at once. `total` is asked when all rows have been sent. */
export type StreamedPage = { batches: AsyncIterator<readonly object[], void>; total: (sent: number) => number }

type Rows = z.ZodMiniArray<z.ZodMiniObject>
const compiled = new WeakMap<Endpoint, Rows>()
/** The rows of the page by the contract of the endpoint, compiled: of ten thousand and more, reading the contract row by row is most of the work. */
const rowsOf = (endpoint: Endpoint): Rows => {
  const known = compiled.get(endpoint)
  if (known) return known
  const { element } = (endpoint.result as z.ZodMiniObject<{ data: Rows }>).shape.data.def
  const rows = z.array(new $ZodObjectJIT(element._zod.def) as unknown as z.ZodMiniObject)
  compiled.set(endpoint, rows)
  return rows
}

/** Asked for while the one before is being written; that it failed is heard when its turn comes. */
const nextOf = ({ batches }: StreamedPage): Promise<IteratorResult<readonly object[], void>> => {
  const next = batches.next()
  next.catch(() => undefined)
  return next
}

/** Each list of all on its way holds batches in memory and a share of the database: one caller has few at once, a process not many. */
const mostOfCaller = 4
const mostOfProcess = 24
/** Whoever takes nothing for so long is gone or means no good. */
const stalledMs = 30_000

const open = new Map<string, number>()
/** Takes a place among the lists on their way; gives the function that leaves it. `rate.limited` or `server.busy` where there is none. */
const takePlace = ({ actor: { kind, id, name } }: Ctx): (() => void) => {
  const caller = `${kind} ${id ?? name}`
  const mine = open.get(caller) ?? 0
  if (mine >= mostOfCaller) throw new Problem('rate.limited', { seconds: 1 })
  if ([...open.values()].reduce((sum, count) => sum + count, 0) >= mostOfProcess) throw new Problem('server.busy')
  open.set(caller, mine + 1)
  return () => {
    const left = open.get(caller)! - 1
    if (left > 0) open.set(caller, left)
    else open.delete(caller)
  }
}

/**
 * `{ data, total, next }` as text, batch by batch, each through the contract. What fails before anything was written is thrown here and answered like any
 * refusal; what fails later ends the stream as broken, so that nobody takes a part for the whole.
 */
export const streamPage = async (ctx: Ctx, endpoint: Endpoint, page: StreamedPage): Promise<Readable> => {
  const leave = takePlace(ctx)
  try {
    const stream = await pageStream(ctx, endpoint, page)
    stream.once('close', leave)
    return stream
  } catch (error) {
    leave()
    throw error
  }
}

/** Calls back when a reader has taken nothing for a while, as long as it is not asked to wait anew. */
const watchReader = ({ ports: { timers } }: Ctx, onStalled: () => void) => {
  let stop: (() => void) | undefined
  return {
    waiting: () => (stop = timers.after(stalledMs, onStalled)),
    taken: () => stop?.(),
  }
}

const pageStream = async (ctx: Ctx, endpoint: Endpoint, page: StreamedPage): Promise<Readable> => {
  const rows = rowsOf(endpoint)
  const textOf = (batch: readonly object[]): string => JSON.stringify(z.parse(rows, batch)).slice(1, -1)
  const first = await nextOf(page)
  const opening = first.done ? '' : textOf(first.value)
  const reader = watchReader(ctx, () => stream.destroy(new Error('nobody reads the list')))
  const text = async function* (): AsyncGenerator<string> {
    let sent = first.done ? 0 : first.value.length
    let next = first.done ? undefined : nextOf(page)
    try {
      reader.waiting()
      yield `{"data":[${opening}`
      while (next) {
        reader.taken()
        const batch = await next
        if (batch.done) break
        next = nextOf(page)
        reader.waiting()
        yield `${sent > 0 ? ',' : ''}${textOf(batch.value)}`
        sent += batch.value.length
      }
      yield `],"total":${page.total(sent)},"next":null}`
    } catch (error) {
      ctx.log.error({ err: error, sent }, 'a list broke off')
      throw error
    } finally {
      reader.taken()
      await page.batches.return?.()
    }
  }
  const stream = Readable.from(text())
  return stream
}
