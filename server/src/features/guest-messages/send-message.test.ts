import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx, aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { aReservation } from '../../../../tests/build/a-reservation.ts'
import { aCompany, aVenue } from '../../../../tests/build/a-venue.ts'
import { ensureBrands, shippedBrands } from '#src/features/brands/api.ts'
import { newId } from '#src/platform/id.ts'
import { type Mail, MailError } from '#src/platform/mail/mail.ts'
import { expireHolds } from '#src/features/reservations/end-holds.ts'
import { listReservationEvents } from '#src/features/reservations/list-reservation-events.ts'
import { sendMessage } from './send-message.ts'

let open: OpenDb
beforeAll(async () => {
  open = await aDb()
  await ensureBrands(open.db)
})
afterAll(() => open.close())

const tellOnce = async (...[row, notice, noticeId = newId()]: [{ id: string }, Parameters<typeof sendMessage>[1]['notice'], string?]) => {
  const { ports, mails } = recordingPorts()
  await sendMessage(aCtx(open.db, { ports }), { reservationId: row.id, noticeId, notice })
  return mails as Mail[]
}

test("a guest reads the booking in his language, on the venue's clock and in the brand of its owner", async () => {
  const orange = shippedBrands[1]!
  const companyId = await aCompany(open.db, { brandId: orange.id })
  const venue = await aVenue(open.db, { companyId, name: 'Bar <Uno>', timeZone: 'America/New_York', countryCode: 'US' })
  const row = await aReservation(open.db, venue, { date: '2027-03-14', time: '19:30', guestLang: 'de', guestFirstName: 'Ana & Co' })
  const [mail] = await tellOnce(row, 'booked')
  expect(mail).toMatchObject({ to: 'ana@example.test', subject: 'Ihr Tisch bei Bar <Uno>, Sonntag, 14. März 2027' })
  expect(mail!.from).toMatch(new RegExp(`^${orange.name} <`))
  expect(mail!.text).toContain('Sonntag, 14. März 2027, 19:30')
  expect(mail!.text).toContain(row.reference)
  expect(mail!.html).toContain('Bar &lt;Uno&gt;')
  expect(mail!.html).toContain('Ana &amp; Co')
  expect(mail!.html).toContain(orange.theme.palette['primary'])
  const english = await aReservation(open.db, venue, { date: '2027-03-14', time: '19:30' })
  expect((await tellOnce(english, 'booked'))[0]!.text).toMatch(/Sunday, March 14, 2027, 7:30\sPM/)
})

test('SE2: a confirmation carries the policies of the book and the name of the area, in the language of the guest', async () => {
  const texts = {
    arrival: { en: 'Second floor.', de: 'Zweiter Stock.' },
    policies: { en: 'No dogs, please.', de: '' },
    largeParty: { en: 'Call us.' },
  }
  const area = { id: newId(), name: 'Main room', names: { de: 'Saal' }, description: '', capacity: 40, byDefault: true, online: true }
  const venue = await aVenue(open.db, { book: { texts, areas: [area] } })
  const row = await aReservation(open.db, venue, { guestLang: 'de' })
  const [mail] = await tellOnce(row, 'booked')
  for (const words of ['Zweiter Stock.', 'No dogs, please.', 'Saal']) expect(mail!.text).toContain(words)
  expect(mail!.text).not.toContain('Call us.')
  const many = await aReservation(open.db, venue, { partySize: venue.book.party.max + 1 })
  expect((await tellOnce(many, 'booked'))[0]!.text).toContain('Call us.')
  expect((await tellOnce(row, 'changed'))[0]!.text).not.toContain('Zweiter Stock.')
})

test('every notice has its words in every language', async () => {
  const venue = await aVenue(open.db)
  for (const lang of ['en', 'es', 'fr', 'de', 'nl'] as const)
    for (const [notice, status] of [
      ['booked', 'confirmed'],
      ['requested', 'pending_confirmation'],
      ['requested', 'requires_payment'],
      ['changed', 'confirmed'],
      ['canceled', 'canceled'],
      ['rejected', 'rejected'],
    ] as const) {
      const [mail] = await tellOnce(await aReservation(open.db, venue, { status, guestLang: lang }), notice)
      expect(`${mail!.subject} ${mail!.text}`).not.toMatch(/[{}]|undefined|null/)
    }
})

test('who has to pay first is told so, whatever the venue says of its requests', async () => {
  const venue = await aVenue(open.db)
  const messageTexts = JSON.stringify({ requested: { en: 'We think about it.' } })
  await open.db.updateTable('venues').set({ messageTexts }).where('id', '=', venue.id).execute()
  const [paying] = await tellOnce(await aReservation(open.db, venue, { status: 'requires_payment' }), 'requested')
  expect(paying!.subject).toContain('One more step for your table at')
  expect(paying!.text).toContain('To the payment')
  expect(paying!.text).not.toContain('We think about it.')
  const [asking] = await tellOnce(await aReservation(open.db, venue, { status: 'pending_confirmation' }), 'requested')
  expect(asking!.text).toContain('We think about it.')
})

test('VE2: a venue speaks under its own name, adds its own words, and sends only the mails it wants', async () => {
  const venue = await aVenue(open.db)
  const setup = {
    displayName: 'Casa',
    emailSenderName: 'Casa "Luz" <Team>',
    emailReplyTo: 'hola@casa.test',
    emailDomain: 'casa.test',
    emailNotices: ['booked', 'changed'] as ('booked' | 'changed')[],
    confirmationText: JSON.stringify({ en: 'The terrace has heaters.', de: 'Die Terrasse ist beheizt.' }),
  }
  await open.db.updateTable('venues').set(setup).where('id', '=', venue.id).execute()
  const row = await aReservation(open.db, venue, { guestLang: 'de' })
  const [mail] = await tellOnce(row, 'booked')
  expect(mail).toMatchObject({ replyTo: 'hola@casa.test' })
  expect(mail!.from).toMatch(/^Casa Luz Team <[^@<>]+@casa\.test>$/)
  expect(mail!.subject).toContain('Casa,')
  expect(mail!.text).toContain('Die Terrasse ist beheizt.')
  expect((await tellOnce(await aReservation(open.db, venue, { guestLang: 'fr' }), 'booked'))[0]!.text).toContain('The terrace has heaters.')
  expect((await tellOnce(row, 'changed'))[0]!.text).not.toContain('Terrasse ist')
  const gone = await aReservation(open.db, venue, { status: 'canceled' })
  expect(await tellOnce(gone, 'canceled')).toEqual([])
  const { ports, mails } = recordingPorts()
  await sendMessage(aCtx(open.db, { ports }), { reservationId: gone.id, noticeId: newId(), notice: 'canceled', asked: true })
  expect(mails).toHaveLength(1)
})

test('it is told once, is part of the history, and is left when life went on', async () => {
  const venue = await aVenue(open.db)
  const row = await aReservation(open.db, venue)
  const noticeId = newId()
  expect(await tellOnce(row, 'booked', noticeId)).toHaveLength(1)
  expect(await tellOnce(row, 'booked', noticeId)).toHaveLength(0)
  expect(await listReservationEvents(aCtx(open.db), row.id)).toMatchObject([
    { id: noticeId, kind: 'notified', side: 'hub', toStatus: 'confirmed', after: { notice: 'booked', to: 'a…@example.test' } },
  ])
  await open.db.updateTable('reservations').set({ status: 'canceled' }).where('id', '=', row.id).execute()
  expect(await tellOnce(row, 'booked')).toHaveLength(0)
  expect(await tellOnce(row, 'canceled')).toHaveLength(1)
  expect(await tellOnce(await aReservation(open.db, venue, { guestEmail: null }), 'booked')).toHaveLength(0)
})

test('a mail server that is away is tried again, an address it refuses is not', async () => {
  const row = await aReservation(open.db, await aVenue(open.db))
  const failing = (permanent: boolean) => {
    const { ports } = recordingPorts()
    return aCtx(open.db, {
      ports: { ...ports, mail: { send: () => Promise.reject(new MailError('no', permanent)), close: async () => undefined } },
    })
  }
  await expect(sendMessage(failing(false), { reservationId: row.id, noticeId: newId(), notice: 'booked' })).rejects.toThrow('no')
  await sendMessage(failing(true), { reservationId: row.id, noticeId: newId(), notice: 'booked' })
  expect(await listReservationEvents(aCtx(open.db), row.id)).toEqual([])
})

test('holds that ran out are written down once, however many processes look', async () => {
  const venue = await aVenue(open.db)
  const past = new Date(Date.now() - 60_000).toISOString()
  const gone = await Promise.all(Array.from({ length: 30 }, () => aReservation(open.db, venue, { status: 'held', holdExpiresAt: past })))
  const fresh = await aReservation(open.db, venue, { status: 'held' })
  const counts = await Promise.all(Array.from({ length: 4 }, () => expireHolds(aCtx(open.db))))
  expect(counts.reduce((a, b) => a + b)).toBe(30)
  const rows = await open.db.selectFrom('reservations').select(['id', 'status']).where('venueId', '=', venue.id).execute()
  expect(rows.filter((row) => row.status === 'held').map((row) => row.id)).toEqual([fresh.id])
  expect(await listReservationEvents(aCtx(open.db), gone[0]!.id)).toMatchObject([
    { kind: 'expired', fromStatus: 'held', toStatus: 'expired', side: 'hub' },
  ])
})
