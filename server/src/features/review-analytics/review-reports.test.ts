import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClock, aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { aReview } from '../../../../tests/build/a-review.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { memoryFiles } from '../../../../tests/build/memory-files.ts'
import { aCompany, aVenue } from '../../../../tests/build/a-venue.ts'
import { ensureBrands } from '#src/features/brands/api.ts'
import { reportJobs } from '#src/features/reports/jobs.ts'
import { createReport } from '#src/features/reports/plan-report.ts'
import { sendNow } from '#src/features/reports/start-due.ts'
import { readConfig } from '#src/platform/config.ts'
import { type Ctx, newUnitOfWork } from '#src/platform/ctx.ts'
import type { Mail } from '#src/platform/mail/mail.ts'
import { reviewSubject } from './review-subject.ts'

let open: OpenDb
beforeAll(async () => {
  open = await aDb()
  await ensureBrands(open.db)
})
afterAll(() => open.close())

const body = (over: object = {}) => ({
  name: 'Our reviews',
  question: {
    about: 'reviews' as const,
    range: 'lastMonth' as const,
    compare: 'previous' as const,
    align: 'date' as const,
    source: ['google'],
  },
  rhythm: 'monthly' as const,
  monthDay: 1,
  time: '08:00',
  timezone: 'Europe/Madrid',
  lang: 'de' as const,
  recipients: ['plain@guest.test'],
  ...over,
})

/** As the product is, at one moment; mails are kept where they were sent. */
const aHouse = async (permissions: ('analytics' | 'reviews')[]) => {
  const companyId = await aCompany(open.db)
  const venue = await aVenue(open.db, { companyId })
  const user = await aUser(open.db, { companyId, roles: ['ROLE_MANAGER'], permissions })
  const recorded = recordingPorts()
  const { files, kept } = memoryFiles()
  const mails = recorded.mails as Mail[]
  const mail = { ...recorded.ports.mail, local: true }
  const ports = { ...recorded.ports, files, mail, config: readConfig([], { PUBLIC_URL: 'https://panel.tablewire.test' }) }
  const ctx = ctxOfUser(open.db, user, { ports, clock: aClock('2026-11-26T07:00:00Z') })
  const system: Ctx = { ...ctx, actor: { kind: 'system', id: null, name: 'test' }, scope: { kind: 'all' } }
  const work = async (): Promise<void> => {
    for (let job = recorded.jobs.shift(); job; job = recorded.jobs.shift()) {
      const { name, data } = job
      const handler = reportJobs({ reviews: reviewSubject, listings: reviewSubject }).find((one) => one.job.name === name)!
      await handler.run({ ...system, unitOfWork: newUnitOfWork() }, data as never)
    }
  }
  return { venue, ctx, kept, mails, work, email: user.email }
}

test('AN2, AN3: a report of reviews comes with their figures beside the month before, its page and file, and no word of guests', async () => {
  const { venue, ctx, kept, mails, work, email } = await aHouse(['analytics'])
  const write = (rating: number, publishedAt: string, source = 'google') =>
    aReview(open.db, { venueId: venue.id, channelId: null, rating, publishedAt, source, content: 'A word of a guest' })
  await write(5, '2026-10-10T12:00:00Z')
  await write(2, '2026-10-11T12:00:00Z')
  await write(3, '2026-09-10T12:00:00Z')
  await write(1, '2026-10-12T12:00:00Z', 'guide')
  const { id } = await createReport(ctx, body({ recipients: ['plain@guest.test', email] }))
  await sendNow(ctx, id)
  await work()
  const own = mails.find(({ to }) => to === email)!
  expect(own.text).toContain('01.10.2026 – 31.10.2026, verglichen mit 01.09.2026 – 30.09.2026.')
  expect(own.text).toMatch(/Bewertungen[^]*?2[^]*?\+100\s% \(davor: 1\)/)
  expect(own.text).toMatch(/Durchschnitt[^]*?3,5/)
  expect(own.text).toMatch(/panel\.tablewire\.test\/analytics\/reviews\?from=2026-10-01&to=2026-10-31.*source=google/)
  expect(mails.find(({ to }) => to === 'plain@guest.test')!.text).not.toContain('/analytics/reviews?')
  const book = await readXlsx([...kept.values()][0]!.body)
  expect(book.sheets.map(({ name }) => name)).toContain('Quellen')
  expect(JSON.stringify(book)).not.toContain('A word of a guest')
})

test('AN3: without the right to figures of reviews nobody plans a report of them', async () => {
  const { ctx } = await aHouse(['reviews'])
  await expect(createReport(ctx, body())).rejects.toMatchObject({ code: 'access.denied' })
})
