import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createGzip } from 'node:zlib'
import type { GoogleFeedKind } from '@tablewire/contracts/google/google-feeds'
import type { CallingAccount } from '#src/features/google-accounts/api.ts'
import { asAccount, datesOf, type GoogleSlot, slotsOf } from '#src/features/google-merchants/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { LeftOut } from './feed-rows.ts'
import { brackets, type FeedStamp, fileName, headOf, slotLines } from './feed-text.ts'
import { planShards } from './plan-shards.ts'
import { type Told, toldMerchants } from './told-merchants.ts'

export type WrittenFile = { shard: number; name: string; bytes: number; records: number; sha256: string }
/** Where the packed pieces of a feed's files go, in their order. */
export type FeedSink = {
  begin: (shard: number, name: string) => Promise<void>
  put: (shard: number, piece: Buffer) => Promise<void>
  end: (file: WrittenFile) => Promise<void>
}
export type WriteAsk = {
  account: CallingAccount
  kind: GoogleFeedKind
  stamp: FeedStamp
  sink: FeedSink
  /** Records of one file; as usual unless said. */
  perFile?: number
  signal: AbortSignal
  /** Each page of venues that a merchants feed tells of. */
  onTold?: (told: readonly Told[]) => Promise<void>
  /** What an availability feed tells of each venue. */
  onSlots?: (told: Told, slots: readonly GoogleSlot[]) => Promise<void>
}
export type WrittenFeed = { files: WrittenFile[]; merchants: number; records: number; leftOut: LeftOut[]; leftOutCount: number }

/** A whole feed is far larger than memory; so much of it is held. */
const pieceBytes = 4_194_304
const textBytes = 65_536
const namedMost = 100

/** One file as it grows: text goes in, is packed, and comes out in pieces. */
const openFile = (put: (piece: Buffer) => Promise<void>) => {
  const gzip = createGzip({ level: 6 })
  const hash = createHash('sha256')
  const emit = async (): Promise<number> => {
    let waiting: Buffer[] = []
    let [held, bytes] = [0, 0]
    const flush = async (): Promise<void> => {
      const piece = Buffer.concat(waiting)
      waiting = []
      held = 0
      bytes += piece.length
      hash.update(piece)
      await put(piece)
    }
    for await (const chunk of gzip as AsyncIterable<Buffer>) {
      waiting.push(chunk)
      if ((held += chunk.length) >= pieceBytes) await flush()
    }
    if (held) await flush()
    return bytes
  }
  const done = emit()
  // Whoever writes or closes next hears of it.
  done.catch(() => gzip.destroy())
  let text = ''
  const flushText = async (): Promise<void> => {
    const wrote = gzip.write(text)
    text = ''
    if (!wrote) await Promise.race([once(gzip, 'drain'), done])
  }
  return {
    write: async (more: string): Promise<void> => {
      text += more
      if (text.length >= textBytes) await flushText()
    },
    close: async (): Promise<{ bytes: number; sha256: string }> => {
      if (text) await flushText()
      gzip.end()
      return { bytes: await done, sha256: hash.digest('hex') }
    },
    abandon: (): void => void gzip.destroy(),
  }
}

/** The records of one venue, as lines, a batch at a time. */
async function* linesOf(ctx: Ctx, { account, kind, onSlots }: WriteAsk, told: Told): AsyncGenerator<string[]> {
  const { venueId, record, service, merchant } = told
  if (kind === 'merchants') yield [JSON.stringify(record)]
  else if (kind === 'services') yield [JSON.stringify(service)]
  else {
    const dates = merchant && datesOf(ctx, merchant)
    const all: GoogleSlot[] = []
    if (dates) {
      const line = slotLines(venueId)
      for await (const slots of slotsOf(ctx, { account, merchant, ...dates })) {
        if (onSlots) all.push(...slots)
        yield slots.map(line)
      }
    }
    await onSlots?.(told, all)
  }
}

type Growing = { shard: number; name: string; records: number; file: ReturnType<typeof openFile> }

/** The files of a feed, one after the other, and the same bytes each time as long as nothing of what they tell has changed, but for their metadata. */
export const writeFeed = async (base: Ctx, ask: WriteAsk): Promise<WrittenFeed> => {
  const { account, kind, stamp, sink, signal } = ask
  const ctx = asAccount(base, account)
  const ends = await planShards(base, { account, kind, perFile: ask.perFile })
  const shards = ends.length + 1
  const written: WrittenFeed = { files: [], merchants: 0, records: 0, leftOut: [], leftOutCount: 0 }
  let growing: Growing | undefined
  const begin = async (shard: number): Promise<Growing> => {
    const name = fileName(kind, { ...stamp, shard, shards })
    await sink.begin(shard, name)
    const file = openFile((piece) => sink.put(shard, piece))
    growing = { shard, name, records: 0, file }
    await file.write(headOf(kind, { ...stamp, shard, shards }))
    return growing
  }
  const finish = async ({ shard, name, records, file }: Growing): Promise<void> => {
    await file.write(`\n${brackets[kind].close}\n`)
    const done = { shard, name, records, ...(await file.close()) }
    written.files.push(done)
    written.records += records
    await sink.end(done)
  }
  try {
    let now = await begin(0)
    for await (const { told, leftOut } of toldMerchants(base, account)) {
      await ask.onTold?.(told)
      written.leftOutCount += leftOut.length
      written.leftOut.push(...leftOut.slice(0, namedMost - written.leftOut.length))
      for (const one of told) {
        while (now.shard < ends.length && one.venueId > ends[now.shard]!) {
          await finish(now)
          now = await begin(now.shard + 1)
        }
        await base.ports.jobs.backpressure()
        written.merchants += 1
        for await (const lines of linesOf(ctx, ask, one)) {
          signal.throwIfAborted()
          if (!lines.length) continue
          await now.file.write(`${now.records ? ',' : ''}\n${lines.join(',\n')}`)
          now.records += lines.length
        }
      }
    }
    for (; now.shard < ends.length; now = await begin(now.shard + 1)) await finish(now)
    await finish(now)
    return written
  } catch (error) {
    growing?.file.abandon()
    throw error
  }
}
