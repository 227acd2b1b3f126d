import type { Browser, Page } from '@playwright/test'
import { ownAddress } from './a-booking-page.ts'
import { aDinner, type Dinner, signIn } from './a-dinner.ts'
import { anEvening, type Entry } from './an-evening.ts'
import { byApi, type Call } from './by-api.ts'
import { expect, type Product, test } from './server.ts'

const starts = ['18:00', '18:30', '19:00', '19:15', '19:30', '19:45', '20:00', '20:15', '20:30', '20:45', '21:00', '21:30']
const limits = { covers: 24, capacity: 90 }
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Ninety seats at 28 tables that decide, and at most 24 arrivals a quarter of an hour. */
const furnish = async (call: Call, { venueId }: Dinner): Promise<void> => {
  const book = await call<Record<string, unknown> & { shifts: object[]; areas: { id: string }[] }>('GET', `/v1/venues/${venueId}/book`)
  const shift = { ...book.shifts[0], intervalMinutes: 15, requestFromParty: null, pacing: { covers: limits.covers, parties: null } }
  const areas = [{ ...book.areas[0], capacity: limits.capacity }]
  await call('PUT', `/v1/venues/${venueId}/book`, { ...book, shifts: [shift], areas })
  const sizes = [...Array<number>(16).fill(2), ...Array<number>(8).fill(4), ...Array<number>(3).fill(6), 8]
  const tables = sizes.map((maxCovers, n) => ({
    id: crypto.randomUUID(),
    name: `T${n + 1}`,
    areaId: book.areas[0]!.id,
    minCovers: 1,
    maxCovers,
    online: true,
  }))
  const joins = Array.from({ length: 8 }, (_, n) => [tables[2 * n]!.id, tables[2 * n + 1]!.id])
  await call('PUT', `/v1/venues/${venueId}/tables`, { on: true, decides: true, tables, joins, chains: [], version: 0 })
}

/** Three partners, each with its key, and the restaurant's own booking page. */
const channelKeys = async (call: Call, { venueId, name }: Dinner): Promise<Record<string, string>> => {
  const { id: own } = await call<{ id: string }>('POST', '/booking-channels', { name: `${name} page`, type: 'widget' })
  await call('PUT', `/booking-channels/${own}/link-venues`, { venues: [venueId] })
  await call('PUT', `/venues/${venueId}`, { sdkAccess: true })
  const made = ['guide', 'partner', 'search'].map(async (way) => {
    const { id, xToken } = await call<{ id: string; xToken: string }>('POST', '/booking-channels', {
      name: `${name} ${way}`,
      type: 'partner',
    })
    await call('PUT', `/booking-channels/${id}/link-venues`, { venues: [venueId] })
    return [way, xToken] as const
  })
  return Object.fromEntries(await Promise.all(made))
}

/** What became of an entry of the log, as whoever booked was told. */
type Known = Entry & { id: string; time: string; status: string }

const replay = async (product: Product, dinner: Dinner) => {
  const call = await byApi(product)
  await furnish(call, dinner)
  const keys = await channelKeys(call, dinner)
  const at = (time: string): string => `${dinner.date}T${time}:00Z`
  const viaChannel = async ({ name, size, way }: Entry, time: string): Promise<boolean> => {
    const contact = { firstname: 'Log', lastname: name, email: `${name.toLowerCase()}@example.test`, telephone: '3545812345', locale: 'en' }
    const answer = await fetch(`${product.url}/v1/bc/booking`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-token': keys[way]! },
      body: JSON.stringify({ venueId: dinner.venueId, partySize: size, date: Date.parse(at(time)) / 1000, contact }),
    })
    expect(answer.status, await answer.clone().text()).toBeLessThan(500)
    return answer.ok
  }
  const byPhone = ({ name, size }: Entry, time: string): Promise<boolean> =>
    dinner.book(time, { firstName: 'Log', lastName: name }, { partySize: size }).then(
      () => true,
      (error: Error) => {
        expect(error.message).toMatch(/: 4\d\d /)
        return false
      },
    )
  return { call, book: (entry: Entry, time: string) => (keys[entry.way] ? viaChannel(entry, time) : byPhone(entry, time)) }
}
type Replay = Awaited<ReturnType<typeof replay>>

type Row = {
  id: string
  status: string
  partySize: number
  startsLocal: string
  endsAt: string
  startsAt: string
  guest: { lastName: string }
}
const rowsOf = ({ call }: Replay, { venueId, date }: Dinner) =>
  call<Row[]>('GET', `/v1/reservations?venueId=${venueId}&date=${date}&limit=200`)

/** A guest books on the page himself. */
const byThePage = async (
  browser: Browser,
  { product, dinner }: { product: Product; dinner: Dinner },
  { name, size }: Entry,
): Promise<void> => {
  const context = await browser.newContext({ locale: 'en-GB', ...ownAddress() })
  const page = await context.newPage()
  await page.goto(`${product.url}/book/${dinner.venueId}?date=${dinner.date}&party=${size}`)
  const times = page.locator('.times button')
  await times.first().waitFor()
  await times.nth(Math.floor((await times.count()) / 2)).click()
  await page.getByLabel('First name').fill('Log')
  await page.getByLabel('Last name').fill(name)
  await page.getByLabel('E-mail', { exact: true }).fill(`${name.toLowerCase()}@guests.example`)
  await page.waitForTimeout(1600)
  await page.getByRole('button', { name: 'Book this table' }).click()
  await expect(page.getByRole('heading', { name: 'Your table is booked' })).toBeVisible()
  await context.close()
}

/** At no moment more sit than there are seats, arrive than may, or share a table. */
const nothingOversold = async ({ call }: Replay, { venueId, date }: Dinner, rows: readonly Row[]): Promise<void> => {
  const { intervals } = await call<{ intervals: { startsLocal: string; covers: number; coversMax: number | null }[] }>(
    'GET',
    `/v1/venues/${venueId}/service?date=${date}`,
  )
  // Where no more are taken, those who were booked before are beyond nothing.
  expect(intervals.filter(({ covers, coversMax }) => coversMax !== null && coversMax > 0 && covers > coversMax)).toEqual([])
  const present = rows.filter(({ status }) => status === 'confirmed' || status === 'seated')
  const full = present.map(({ startsAt }) => {
    const then = present.filter((other) => other.startsAt <= startsAt && other.endsAt > startsAt)
    return then.reduce((sum, { partySize }) => sum + partySize, 0)
  })
  expect(Math.max(0, ...full)).toBeLessThanOrEqual(limits.capacity)
  const { seats } = await call<{ seats: { reservationId: string; tableIds: string[] }[] }>(
    'GET',
    `/v1/venues/${venueId}/table-day?date=${date}`,
  )
  const stays = present.flatMap((row) =>
    (seats.find(({ reservationId }) => reservationId === row.id)?.tableIds ?? []).map((table) => ({ table, row })),
  )
  const doubled = stays.filter(({ table, row }, n) =>
    stays.slice(0, n).some((other) => {
      const meet = other.row.startsAt < row.endsAt && row.startsAt < other.row.endsAt
      return other.table === table && (meet || (row.status === 'seated' && other.row.status === 'seated'))
    }),
  )
  expect(doubled.map(({ row }) => row.guest.lastName)).toEqual([])
}

test('RE5: an evening of 180 covers from a real booking log: no act is lost, nothing oversold, nobody seated twice, and the sums are the book’s', async ({
  browser,
  page,
  product,
}) => {
  test.setTimeout(600_000)
  const dinner = await aDinner(product)
  const it = await replay(product, dinner)
  const evening = anEvening(180)

  // Booked over three channels and the phone, six at a time, as the log has it; whoever is refused tries two other times.
  const taken: { entry: Entry; time: string }[] = []
  const queue = evening.filter(({ way }) => way !== 'widget')
  const work = async (): Promise<void> => {
    for (let entry = queue.shift(); entry; entry = queue.shift()) {
      const first = (evening.indexOf(entry) * 5) % starts.length
      for (const time of [starts[first]!, starts[(first + 4) % starts.length]!, starts[(first + 9) % starts.length]!])
        if (await it.book(entry, time)) {
          taken.push({ entry, time })
          break
        }
    }
  }
  const online = evening.filter(({ way }) => way === 'widget').slice(0, 3)
  await Promise.all([...online.map((entry) => byThePage(browser, { product, dinner }, entry)), ...Array.from({ length: 6 }, work)])
  const rows = await rowsOf(it, dinner)
  const wanted = [...taken.map(({ entry }) => entry.name), ...online.map(({ name }) => name)]
  expect(rows.map(({ guest }) => guest.lastName).toSorted()).toEqual(wanted.toSorted())
  await nothingOversold(it, dinner, rows)

  const known = new Map<string, Known>()
  for (const row of rows) {
    const entry = evening.find(({ name }) => name === row.guest.lastName)!
    known.set(entry.name, { ...entry, id: row.id, time: row.startsLocal.slice(11, 16), status: row.status })
  }
  // Changed and canceled before the evening.
  for (const one of known.values()) {
    if (one.canceled) {
      await dinner.cancel(one.id)
      one.status = 'canceled'
    } else if (one.changes > 0)
      await dinner
        .change(one.id, { partySize: Math.max(1, one.size - 1) })
        .catch((error: Error) => expect(error.message).toMatch(/: 4\d\d /))
  }
  await nothingOversold(it, dinner, await rowsOf(it, dinner))

  // A manager takes nobody more for tonight: what the channels ask now is refused.
  const manager = await (await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })).newPage()
  const address = `/reservations?venue=${dinner.venueId}&date=${dinner.date}&view=day&phase=service`
  await signIn(manager, product, address)
  await manager.getByRole('button', { name: 'Limits' }).click()
  const panel = manager.getByRole('dialog', { name: 'Limits and target' })
  await panel.getByLabel('Target in covers').fill('180')
  await panel.getByRole('button', { name: 'Take no more' }).click()
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(manager.getByText('The limits count from now on')).toBeVisible()
  const late: Entry = { ...evening[0]!, name: 'Toolate', way: 'guide', size: 2 }
  for (const time of starts.slice(0, 4)) expect(await it.book(late, time)).toBe(false)

  // Two hosts work it: each takes whoever comes next, the other sees it.
  await page.setViewportSize({ width: 1440, height: 900 })
  const second = await (await browser.newContext({ locale: 'en-GB', viewport: { width: 820, height: 1180 } })).newPage()
  await signIn(page, product, address)
  await signIn(second, product, address)
  const party = (host: Page, name: string) => host.getByRole('button', { name: `Log ${name}`, exact: true })
  const settled = async (one: Known, status: string): Promise<void> => {
    await expect.poll(async () => (await dinner.read(one.id)).status, { intervals: [100, 200, 400] }).toBe(status)
    one.status = status
  }
  const seat = async (host: Page, one: Known): Promise<void> => {
    if (one.noShow) {
      await party(host, one.name).focus()
      await host.keyboard.press('n')
      // Their time has not come: it is asked whether that is meant.
      await host
        .getByRole('dialog', { name: /is expected at/ })
        .getByRole('button', { name: 'No-show' })
        .click()
      return settled(one, 'no_show')
    }
    await host.getByRole('button', { name: `Seat : Log ${one.name}`, exact: true }).click()
    await settled(one, 'seated')
  }
  const complete = async (host: Page, one: Known): Promise<void> => {
    await host.getByRole('button', { name: `Complete : Log ${one.name}`, exact: true }).click()
    await settled(one, 'completed')
  }
  const hosts = [page, second]
  const shareOut = (all: readonly Known[], act: (host: Page, one: Known) => Promise<void>): Promise<unknown> =>
    Promise.all(
      hosts.map(async (host, n) => {
        for (const [index, one] of all.entries()) if (index % hosts.length === n) await act(host, one)
      }),
    )
  for (const [n, time] of starts.entries()) {
    const leaving = [...known.values()].filter(({ status, time: of }) => status === 'seated' && starts.indexOf(of) <= n - 6)
    await shareOut(leaving, complete)
    await shareOut(
      [...known.values()].filter((one) => one.status === 'confirmed' && one.time === time),
      seat,
    )
    await nothingOversold(it, dinner, await rowsOf(it, dinner))
  }
  await shareOut(
    [...known.values()].filter(({ status }) => status === 'seated'),
    complete,
  )
  await expect(region(second, 'Expected')).toContainText('0 parties')

  // Nothing is lost: each stands as whoever acted was told; the sheet and the sums are those of the book.
  const last = await rowsOf(it, dinner)
  expect(Object.fromEntries(last.map(({ guest, status }) => [guest.lastName, status]))).toEqual(
    Object.fromEntries([...known.values()].map(({ name, status }) => [name, status])),
  )
  const came = last.filter(({ status }) => status === 'completed')
  const covers = came.reduce((sum, { partySize }) => sum + partySize, 0)
  const { sums } = await it.call<{ sums: { parties: number; covers: number; noShows: number; canceled: number } }>(
    'GET',
    `/v1/venues/${dinner.venueId}/service-sheet?date=${dinner.date}`,
  )
  const count = (status: string): number => last.filter((row) => row.status === status).length
  expect(sums).toMatchObject({ parties: came.length, covers, noShows: count('no_show'), canceled: count('canceled') })
  test.info().annotations.push({
    type: 'evening',
    description: `${wanted.length} booked of ${evening.length}, ${came.length} came: ${covers} covers`,
  })
})
