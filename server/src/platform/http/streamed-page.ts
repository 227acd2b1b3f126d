import { Readable } from 'node:stream'
import type { Endpoint } from '@tablewire/contracts/kit/endpoint'
import { $ZodObjectJIT } from 'zod/v4/core'
import { z } from 'zod/mini'
import type { Ctx } from '../ctx.ts'

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

/**
 * `{ data, total, next }` as text, batch by batch, each through the contract. What fails before anything was written is thrown here and answered like any
 * refusal; what fails later ends the stream as broken, so that nobody takes a part for the whole.
 */
export const streamPage = async (ctx: Ctx, endpoint: Endpoint, page: StreamedPage): Promise<Readable> => {
  const rows = rowsOf(endpoint)
  const textOf = (batch: readonly object[]): string => JSON.stringify(z.parse(rows, batch)).slice(1, -1)
  const first = await nextOf(page)
  const opening = first.done ? '' : textOf(first.value)
  const text = async function* (): AsyncGenerator<string> {
    let sent = first.done ? 0 : first.value.length
    let next = first.done ? undefined : nextOf(page)
    try {
      yield `{"data":[${opening}`
      while (next) {
        const batch = await next
        if (batch.done) break
        next = nextOf(page)
        yield `${sent > 0 ? ',' : ''}${textOf(batch.value)}`
        sent += batch.value.length
      }
      yield `],"total":${page.total(sent)},"next":null}`
    } catch (error) {
      ctx.log.error({ err: error, sent }, 'a list broke off')
      throw error
    } finally {
      await page.batches.return?.()
    }
  }
  return Readable.from(text())
}
