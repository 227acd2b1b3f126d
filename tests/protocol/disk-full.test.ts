import { spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { asChannel, asUser } from '../build/a-caller.ts'
import { dayFromNow, instantAt } from '../build/a-reservation.ts'
import { aServer, firstAdmin, launchServer } from '../build/a-server.ts'
import { aSmallVenue } from '../build/small-venue.ts'

const disk = mkdtempSync(join(tmpdir(), 'tablewire-disk-'))
/** A disk of its own, where this machine lets us have one. */
const mounted = process.getuid?.() === 0 && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=420m', 'tmpfs', disk]).status === 0
// As root the database runs as somebody else, who has to get at its folder.
chmodSync(disk, 0o755)
afterAll(() => {
  if (mounted) spawnSync('umount', ['-l', disk])
  rmSync(disk, { recursive: true, force: true })
})

const filler = join(disk, 'filler')
/** To the last byte, again and again: what the database gives back meanwhile is taken as well. */
const fill = (): void => {
  const piece = Buffer.alloc(1_000_000)
  try {
    for (;;) appendFileSync(filler, statfsSync(disk).bavail > 300 ? piece : Buffer.alloc(4096))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

test.skipIf(!mounted)(
  'a full disk: what is written is refused with a reason, what is read goes on, and it is over when there is room',
  async () => {
    const server = await aServer({ data: join(disk, 'data') })
    try {
      const house = await aSmallVenue(server.url, 1)
      const book = asChannel(server.url, house.channels[0]!.key)
      const ready = async (query = '') => {
        const answer = await fetch(`${server.url}/readyz${query}`)
        return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
      }
      const office = await asUser(server.url, firstAdmin)
      let made = 0
      const booking = () => {
        const [day, half] = [1 + Math.floor(made / 8), made++ % 8]
        const time = `${18 + Math.floor(half / 2)}:${half % 2 ? '30' : '00'}`
        return book('booking', {
          body: {
            venueId: house.venueId,
            date: Date.parse(instantAt(house, dayFromNow(day, house), time)) / 1000,
            partySize: 2,
            contact: { firstname: 'Lena', lastname: 'Full', email: `${randomUUID()}@full.test` },
            notes: 'x'.repeat(1500),
          },
        })
      }
      expect((await booking()).status).toBe(201)
      const codes = new Set<unknown>()
      const confirmed: unknown[] = []
      for (let round = 0; round < 400 && !codes.has('storage.unwritable'); round++) {
        fill()
        const answer = await booking()
        if (answer.status === 201) confirmed.push(answer.body['id'])
        else codes.add(answer.body['code'])
      }
      expect([...codes]).toEqual(['storage.unwritable'])
      expect((await office(`/v1/reservations?filters[venueId]=${house.venueId}&limit=200`)).status).toBe(200)
      const metrics = async (): Promise<string> => (await fetch(`${server.url}/metrics`)).text()
      await expect.poll(metrics, { timeout: 20_000 }).toMatch(/tablewire_ground_ok\{check="storage"\} 0/)
      expect(await ready()).toMatchObject({ status: 503, body: { status: 'not ready for writes', storage: 'full', database: true } })
      expect(await ready('?for=reads')).toMatchObject({ status: 200 })
      rmSync(filler)
      for (let round = 0; round < 100 && (await ready()).status !== 200; round++) await sleep(100)
      expect(await ready()).toMatchObject({ status: 200, body: { status: 'ready', storage: 'ok' } })
      expect((await booking()).status).toBe(201)
      // Nothing that was confirmed is gone.
      for (const id of confirmed) expect((await book(`booking/${String(id)}`)).status).toBe(200)
      expect(server.log.length).toBeLessThan(12)
    } finally {
      await server.stop()
    }
  },
  240_000,
)

test.skipIf(!mounted)(
  'a start on a full disk says so in a sentence',
  async () => {
    fill()
    writeFileSync(join(disk, 'more'), '')
    const { ended, log } = launchServer(['serve', '--port', '0', '--data', join(disk, 'data')])
    expect(await ended).toMatchObject({ code: 1 })
    expect(log).toEqual([expect.stringMatching(/^The disk of the data folder .* is full \(0 MB free\)\. Make room on it and start again/)])
  },
  60_000,
)
