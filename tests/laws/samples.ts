import { randomUUID } from 'node:crypto'
import { defaultChoices } from '@tablewire/contracts/operations/notifications'
import { anExport } from './an-export.ts'
import { bookSamples } from './book-samples.ts'
import { guestsSamples } from './guests-samples.ts'
import { guestDataSamples } from './guest-data-samples.ts'
import { channelSamples } from './channel-samples.ts'
import { aDemoLink, demoSamples } from './demo-samples.ts'
import { importSamples } from './import-samples.ts'
import { listingCopiesSamples } from './listing-copies-samples.ts'
import { foreignApp, foreignPlace, metaSamples } from './meta-samples.ts'
import { onboardingInviteSamples } from './onboarding-invite-samples.ts'
import { onboardingSamples } from './onboarding-samples.ts'
import { partnerSamples } from './partner-samples.ts'
import { peopleSamples } from './people-samples.ts'
import { listingSamples } from './listing-samples.ts'
import { reviewSamples } from './review-samples.ts'
import { aTablet, sharedDeviceSamples } from './shared-device-samples.ts'
import { signInSamples } from './sign-in-samples.ts'
import { foreignGateway, textSamples } from './text-samples.ts'
import { syncSamples } from './sync-samples.ts'
import { systemsSamples } from './systems-samples.ts'
import { aBlock, blockedOn, tableSamples } from './table-samples.ts'
import { traceSamples } from './trace-samples.ts'
import { venueSamples } from './venue-samples.ts'
import { webhookSamples } from './webhook-samples.ts'
import { contact, pushBrowser, startSeconds, startText, type World } from './world.ts'

export { aBlock, aDemoLink, aTablet, blockedOn, foreignApp, foreignGateway, foreignPlace }

/** `token`: a session of the sample's own, where the call changes or ends it. */
export type Sample = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  token?: string
  headers?: Record<string, string>
}

const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const text = (): string => `Law ${randomUUID()}`
const on = (id: string): Sample => ({ params: { id } })

const waits = (date: string) => ({ kind: 'day', date, from: '18:00', until: '20:00', partySize: 2, lastName: text() })
/** The day on which somebody waits. */
export const waitsOn = day(3)
/** Somebody who waits at that venue. */
export const aWaiting = async (world: World, venueId: string): Promise<string> => {
  const answer = await world.ask({ method: 'POST', url: `/v1/venues/${venueId}/waitlist`, token: world.superAdmin, body: waits(waitsOn) })
  return answer.json<{ data: { id: string } }>().data.id
}

/** One request that must succeed, for every endpoint by its id; a new endpoint without one fails the laws. */
export const samples: Record<string, (world: World) => Sample | Promise<Sample>> = {
  'session.token': async (world) => ({ body: await freshSignIn(world) }),
  'session.end': () => ({}),
  'restores.latest': () => ({}),
  ...signInSamples,
  ...sharedDeviceSamples,
  ...peopleSamples,
  ...bookSamples,
  ...systemsSamples,
  ...metaSamples,
  ...textSamples,
  ...tableSamples,
  ...traceSamples,
  ...syncSamples,
  ...listingSamples,
  ...demoSamples,
  ...reviewSamples,
  ...listingCopiesSamples,
  ...onboardingSamples,
  ...onboardingInviteSamples,
  'session.me': () => ({}),
  'session.updateUser': (world) => ({ ...on(world.superAdminId), body: { city: text(), lang: 'en' } }),
  'session.changePassword': () => ({ body: { currentPassword: 'correct horse battery', newPassword: `better horse ${randomUUID()}` } }),
  'brands.current': () => ({}),
  'brands.list': () => ({}),
  'brands.get': async (world) => on((await aBrand(world)).id),
  'brands.create': () => ({ body: brandFields() }),
  'brands.update': async (world) => {
    const { id, version } = await aBrand(world)
    return { ...on(id), body: { ...brandFields(), version } }
  },
  'brands.delete': async (world) => on((await aBrand(world)).id),
  'brands.addPicture': () => ({
    query: { use: 'logo' },
    body: { content: Buffer.from('<svg viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>').toString('base64') },
  }),
  ...venueSamples,
  'venues.book': (world) => on(world.venue.id),
  'venues.updateBook': async (world) => {
    const book = (await world.ask({ method: 'GET', url: `/v1/venues/${world.venue.id}/book`, token: world.superAdmin })).json<{
      data: { horizonDays: number }
    }>().data
    return { ...on(world.venue.id), body: { ...book, horizonDays: book.horizonDays - 1 } }
  },
  'venues.areas': (world) => on(world.venue.id),
  'venues.archivedAreas': (world) => on(world.venue.id),
  'availability.day': (world) => ({ ...on(world.venue.id), query: { date: day(3), partySize: 2, explain: 1 } }),
  'availability.service': (world) => ({ ...on(world.venue.id), query: { date: day(3) } }),
  'whatIf.ask': (world) => ({ ...on(world.venue.id), query: { date: day(3), time: '19:00', partySize: 2 } }),
  'reservations.list': (world) => ({ query: { filters: { venueId: world.venue.id, from: day(0), to: day(30) } } }),
  'reservations.export': async (world) => {
    await anExport(world)
    return { body: { filters: { venueId: [world.venue.id], partySize: [2] }, sort: '-startsAt' } }
  },
  'reservations.get': async (world) => on(await world.reservation()),
  'reservations.events': async (world) => on(await world.reservation()),
  'reservations.create': (world) => ({
    body: { venueId: world.venue.id, startsAt: startText(), partySize: 2, guest: { firstName: 'Lena', lastName: 'Law' } },
  }),
  'reservations.update': async (world) => ({ ...on(await world.reservation()), body: { partySize: 3, notes: text() } }),
  'reservations.confirm': async (world) => on(await waiting(world)),
  'reservations.reject': async (world) => ({ ...on(await waiting(world)), body: { reason: 'full' } }),
  'reservations.late': async (world) => ({ ...on(await world.reservation()), body: { lateMinutes: 20 } }),
  'reservations.split': async (world) => ({ ...on(await world.reservation()), body: { partySize: 1 } }),
  'reservations.join': async (world) => {
    const id = await world.reservation()
    const made = await world.ask({ method: 'POST', url: `/v1/reservations/${id}/split`, token: world.superAdmin, body: { partySize: 1 } })
    return { ...on(id), body: { other: made.json<{ data: { id: string } }>().data.id } }
  },
  'reservations.retract': async (world) => ({ ...on(await world.reservation()), body: {} }),
  'reservations.seat': async (world) => ({ ...on(await world.reservation()), body: {} }),
  'reservations.complete': async (world) => on(await moved(world, 'seat')),
  'reservations.cancel': async (world) => ({ ...on(await world.reservation()), body: { reason: 'guest called' } }),
  'reservations.noShow': async (world) => on(await world.reservation()),
  'reservations.reopen': async (world) => on(await moved(world, 'seat')),
  'reservations.resend': async (world) => on(await world.reservation()),
  'guestMessages.list': async (world) => on(await world.reservation()),
  'guestMessages.preview': async (world) => {
    await world.reservation()
    return { ...on(world.venue.id), body: { kind: 'reminder', lang: 'de', texts: { de: 'Bis {day}' } } }
  },
  'guestMessages.resend': async (world) => ({ ...on(await world.reservation()), body: { kind: 'booked' } }),
  'shiftNotes.list': (world) => ({ ...on(world.venue.id), query: { date: day(3) } }),
  'shiftNotes.history': (world) => ({ ...on(world.venue.id), query: { date: day(3) } }),
  'shiftNotes.save': (world) => ({ ...on(world.venue.id), body: { date: day(4), mealId: null, content: 'Truffles are here', version: 0 } }),
  'serviceSheets.get': (world) => ({ ...on(world.venue.id), query: { date: day(3) } }),
  'serviceSheets.guests': (world) => ({ ...on(world.venue.id), query: { date: day(3) } }),
  'serviceSheets.forecast': (world) => ({ ...on(world.venue.id), query: { date: day(3) } }),
  'sheetMails.get': (world) => on(world.venue.id),
  'sheetMails.save': (world) => ({
    ...on(world.venue.id),
    body: { enabled: false, minutesBefore: 60, pages: ['list'], skipEmpty: true, lang: 'en', recipients: [], version: 0 },
  }),
  'waitlist.day': (world) => ({ ...on(world.venue.id), query: { date: day(3) } }),
  'waitlist.quote': (world) => ({ ...on(world.venue.id), query: { partySize: 2 } }),
  'waitlist.add': (world) => ({ ...on(world.venue.id), body: waits(day(3)) }),
  'waitlist.move': async (world) => ({ ...on(await aWaiting(world, world.venue.id)), body: { move: 'leave' } }),
  'bookingChecks.get': (world) => on(world.venue.id),
  'bookingChecks.save': (world) => ({ ...on(world.venue.id), body: { mailMinutes: null, contactMost: 50, askHours: 24 } }),
  'waitlist.settings': (world) => ({ ...on(world.venue.id), body: { open: true, offerMinutes: 10 } }),
  ...guestsSamples,
  ...guestDataSamples,
  ...channelSamples,
  ...webhookSamples,
  ...partnerSamples,
  'bc.venues': () => ({ query: { filters: { criteria: 'a' } } }),
  'bc.venue': (world) => on(world.venue.id),
  'bc.areas': (world) => ({ query: { venueId: world.venue.id, date: startSeconds(), partySize: 2 } }),
  'bc.availability': (world) => ({ query: { venueId: world.venue.id, date: startSeconds(), partySize: 2 } }),
  'bc.availabilityBatch': (world) => ({ body: { slots: [{ venueId: world.venue.id, date: startSeconds(), partySize: 2 }] } }),
  'bc.calendar': (world) => ({ query: { venueId: world.venue.id, month: day(20).slice(0, 7), partySize: 2 } }),
  'bc.hold': (world) => ({ body: { venueId: world.venue.id, date: startSeconds(), partySize: 2 } }),
  'bc.commit': async (world) => ({ ...on(await world.hold()), body: { contact: contact() } }),
  'bc.release': async (world) => on(await world.hold()),
  'bc.book': (world) => ({ body: { venueId: world.venue.id, date: startSeconds(), partySize: 2, contact: contact() } }),
  'bc.bookings': (world) => ({ query: { venueId: world.venue.id } }),
  'bc.booking': async (world) => on(await world.booking()),
  'bc.change': async (world) => ({ ...on(await world.booking()), body: { partySize: 3 } }),
  'bc.cancel': async (world) => ({ ...on(await world.booking()), body: { cancelActor: 'guest' } }),
  'notifications.list': () => ({}),
  'notifications.unread': () => ({}),
  'notifications.read': async (world) => on(await world.notification()),
  'notifications.readAll': () => ({ body: { until: new Date().toISOString() } }),
  'notifications.settings': () => ({}),
  'notifications.choose': () => ({ body: { choices: defaultChoices } }),
  'notifications.chooseForVenue': (world) => ({ ...on(world.venue.id), body: { choices: defaultChoices } }),
  'notifications.clearVenue': (world) => on(world.venue.id),
  'notifications.subscribe': () => ({ body: pushBrowser() }),
  'notifications.unsubscribe': async (world) => on(await world.pushDevice()),
  'notifications.test': () => ({ body: { way: 'inApp' } }),
  ...importSamples,
  'mailbox.list': () => ({}),
  'mailbox.get': async (world) => on(await world.mail()),
}

const brandFields = () => ({
  name: text(),
  logo: '',
  menuLogo: '',
  favicon: '',
  domains: [`${randomUUID()}.example`],
  sdkTheme: 'law',
  theme: { mode: 'light', palette: { primary: '#0369A1' }, buttonHover: {} },
})
export const aBrand = async (world: World): Promise<{ id: string; version: number }> => {
  const made = await world.ask({ method: 'POST', url: '/v1/brands', token: world.superAdmin, body: brandFields() })
  return made.json<{ data: { id: string; version: number } }>().data
}

const moved = async (world: World, move: string): Promise<string> => {
  const id = await world.reservation()
  await world.ask({ method: 'POST', url: `/v1/reservations/${id}/${move}`, token: world.superAdmin, body: {} })
  return id
}

/** A booking that waits for the venue: a large party of a book that wants to be asked. */
const waiting = async (world: World): Promise<string> => {
  const get = await world.ask({ method: 'GET', url: `/v1/venues/${world.venue.id}/book`, token: world.superAdmin })
  const book = get.json<{ data: { shifts: { requestFromParty: number | null }[] } }>().data
  if (book.shifts[0]!.requestFromParty !== 8) {
    const put = await world.ask({
      method: 'PUT',
      url: `/v1/venues/${world.venue.id}/book`,
      token: world.superAdmin,
      body: { ...book, shifts: book.shifts.map((shift) => ({ ...shift, requestFromParty: 8 })) },
    })
    if (put.statusCode !== 200) throw new Error(put.body)
  }
  const booked = await world.ask({
    method: 'POST',
    url: '/v1/bc/booking',
    key: world.channel.key,
    body: { venueId: world.venue.id, date: startSeconds(), partySize: 8, contact: contact() },
  })
  if (booked.json<{ status: string }>().status !== 'pending') throw new Error(`not waiting: ${booked.body}`)
  return booked.json<{ id: string }>().id
}

const freshSignIn = async (world: World): Promise<unknown> => {
  const { aUser } = await import('../build/a-user.ts')
  const user = await aUser(world.container.db)
  return { grant_type: 'password', client_id: 'portal', client_secret: 'portal', username: user.email, password: user.password }
}
