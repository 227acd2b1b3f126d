import { setTimeout as sleep } from 'node:timers/promises'
import { makeDb, makePool } from '@tablewire/server/platform/db/connect'
import { sql } from 'kysely'
import { dice, type FreshCell, flipOf, moved, sinceBootMs, type Written } from './freshness-cells.ts'

/** The process that writes: an evening at random, one write after the other, now and then a pause. Tells when each was sent and acknowledged. */
type Order = { url: string; cells: readonly FreshCell[] }

const write = async (order: Order, stopped: () => boolean): Promise<void> => {
  const db = makeDb(makePool({ url: order.url, max: 2, name: 'freshness' }))
  const pick = dice(20_261_129)
  const versions = order.cells.map(() => 0)
  let told: Written[] = []
  const tell = (): void => {
    process.send!(told)
    told = []
  }
  while (!stopped()) {
    const at = pick(order.cells.length)
    const { venue, parties } = order.cells[at]!
    const version = (versions[at]! += 1)
    const { start, taken } = flipOf(version)
    // Freed by leaving the evening or by getting smaller; in both cases what takes it is all of it.
    const change = taken ? sql`party_size = 4, ${moved('back')}` : pick(2) ? moved('away') : sql`party_size = 1`
    const sentMs = sinceBootMs()
    await sql`update reservations set ${change}, override = true where venue_id = ${venue.id} and id = ${parties[start]!}`.execute(db)
    told.push([at, version, sentMs, sinceBootMs()])
    if (told.length >= 200) tell()
    if (pick(4) === 0) await sleep(pick(12))
  }
  tell()
  await db.destroy()
  process.disconnect()
}

let stopping = false
process.on('message', (message: Order | 'stop') => {
  if (message === 'stop') stopping = true
  else void write(message, () => stopping)
})
