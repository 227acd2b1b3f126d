import { aReply, aReview } from '../build/a-review.ts'
import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@tablewire/contracts/kit/endpoint'
import type {} from '@tablewire/server/features/channels/channel-rows'
import { aDelivery, anEndpoint } from '../build/an-endpoint.ts'
import { aSystem, aSystemsGoogle } from '../build/a-system.ts'
import { aUser } from '../build/a-user.ts'
import { aReport } from './a-report.ts'
import { anAnswer } from './guest-data-samples.ts'
import { aGuestNote, aKnownGuest, aPair } from './guests-samples.ts'
import { importBody, mappingBody } from './import-samples.ts'
import { listed } from './listing-samples.ts'
import { aMessage, aRequest } from './onboarding-samples.ts'
import { remoteBooking } from './partner-samples.ts'
import { aBlock, aTablet, blockedOn, aBrand, aDemoLink, aWaiting, waitsOn, foreignApp, foreignGateway, foreignPlace } from './samples.ts'
import { withPasskey } from './sign-in-samples.ts'
import { aTask } from './sync-samples.ts'
import { aComment } from './review-samples.ts'
import { called } from './trace-samples.ts'
import { pushBrowser, type World } from './world.ts'
import {
  aDeliveryOf,
  anEndpointOf,
  aServed,
  channel,
  type Family,
  hopOf,
  made,
  ofAgent,
  ofChannel,
  ofCompany,
  ofPlatform,
  ofSystem,
  ownSessions,
  venue,
} from './foreign-owners.ts'

/** Path before `/:id` → a row there that is somebody else's; an endpoint with an id and no entry here breaks the law. */
export const foreignRows: Readonly<Record<string, Family>> = {
  '/users': async (world) => {
    const { id } = await aUser(world.container.db, { companyId: world.foreignVenue.companyId, roles: ['ROLE_MANAGER'] })
    return ofCompany(world, id, `/users/${id}`)
  },
  '/user/sessions': ownSessions,
  '/user/passkeys': async (world) => {
    const { token, id } = await withPasskey(world)
    return { ...ofCompany(world, id, '/user/security'), owner: { token } }
  },
  '/companies': async (world) => ofCompany(world, world.foreignVenue.companyId, `/companies/${world.foreignVenue.companyId}`),
  '/v1/booking-entries': async (world) =>
    ofCompany(world, world.foreignVenue.companyId, `/v1/booking-entries/${world.foreignVenue.companyId}`),
  '/groups': async (world) => {
    const { companyId } = world.foreignVenue
    const id = await made(world, '/groups', { name: randomUUID(), logo: '', venues: [], companyId })
    return ofCompany(world, id, `/groups/${id}`)
  },
  '/v1/brands': (world) => aBrand(world).then(({ id }) => ofPlatform(world, id, `/v1/brands/${id}`)),
  '/v1/demo-links': (world) => aDemoLink(world).then(({ id }) => ofPlatform(world, id, `/v1/demo-links/${id}`)),
  '/venues': venue((id) => `/venues/${id}`),
  '/v1/venues': venue((id) => `/venues/${id}`),
  '/v1/rms/venues': venue((id) => `/v1/rms/venues/${id}`),
  '/v1/notifications/settings/venues': venue((id) => `/venues/${id}`),
  '/v1/reviews/venues': venue((id) => `/venues/${id}`),
  '/v1/guests': async (world) => {
    const id = await aKnownGuest(world, world.foreignVenue.id)
    const noteId = await aGuestNote(world, world.foreignVenue.id, id)
    return { ...ofCompany(world, id, `/v1/guests/${id}`), params: { id, noteId } }
  },
  '/v1/guest-pairs': async (world) => ofCompany(world, await aPair(world, world.foreignVenue.id), '/v1/guest-pairs'),
  '/v1/guest-data/answers': async (world) => ofCompany(world, await anAnswer(world, world.foreignVenue.id), '/v1/guest-data/erasures'),
  '/v1/reservations': async (world) => {
    const { id, hopId } = await hopOf(world)
    return { ...ofCompany(world, id, `/v1/reservations/${id}`), params: { id, hopId } }
  },
  '/v1/table-blocks': async (world) =>
    ofCompany(world, await aBlock(world, world.foreignVenue), `/v1/venues/${world.foreignVenue.id}/table-day?date=${blockedOn}`),
  '/v1/shared-devices': async (world) =>
    ofCompany(world, (await aTablet(world, world.foreignVenue)).id, `/v1/venues/${world.foreignVenue.id}/shared-devices`),
  '/v1/waitlist': async (world) =>
    ofCompany(world, await aWaiting(world, world.foreignVenue.id), `/v1/venues/${world.foreignVenue.id}/waitlist?date=${waitsOn}`),
  '/v1/bulk-changes': async (world) => {
    const body = { selection: { ids: [world.foreignVenue.id] }, change: { kind: 'fields', fields: { cutOff: 45 } } }
    const id = await made(world, '/v1/bulk-changes', body)
    return ofCompany(world, id, `/v1/bulk-changes/${id}`)
  },
  '/v1/rms/booking-channels': channel,
  '/booking-channels': channel,
  '/v1/systems': (world) => aSystem(world.container.db).then(({ id }) => ofPlatform(world, id, `/v1/systems/${id}`)),
  '/v1/google/accounts': (world) =>
    aSystemsGoogle(world.container.db, world.channel.id).then(({ id }) => ofPlatform(world, id, `/v1/google/accounts/${id}`)),
  '/v1/meta/places': (world) => foreignPlace(world).then(({ id }) => ofCompany(world, id, `/v1/meta/places/${id}`)),
  '/v1/text-gateways': async (world) => ofCompany(world, await foreignGateway(world), '/v1/text-gateways'),
  '/v1/meta/apps': async (world) => ofCompany(world, await foreignApp(world), '/v1/meta/apps'),
  '/v1/sync-tasks': async (world) => {
    const { id } = (await aTask(world)).params
    return ofPlatform(world, id, `/v1/sync-tasks/${id}`)
  },
  '/v1/mailbox': (world) => world.mail().then((id) => ofPlatform(world, id, `/v1/mailbox/${id}`)),
  '/v1/listings': async (world) => ofCompany(world, await listed(world, world.foreignVenue.id), `/v1/listings/${world.foreignVenue.id}`),
  '/v1/reviews': async (world) => {
    const id = await aReview(world.container.db, { venueId: world.foreignVenue.id, channelId: world.foreignChannel.id })
    const commentId = await aComment(world, id, world.foreignAdmin)
    return { ...ofCompany(world, id, `/v1/reviews/${id}`), params: { id, commentId } }
  },
  '/v1/review-reply-settings': venue((id) => `/venues/${id}`),
  '/v1/reply-templates': async (world) => {
    const id = await made(world, '/v1/reply-templates', {
      name: randomUUID(),
      language: 'en',
      stars: [],
      variants: [{ text: 'Thank you.' }],
      venues: [],
    })
    return ofCompany(world, id, `/v1/reply-templates/${id}`)
  },
  '/v1/bc/reviews': async (world) => {
    const of = { venueId: world.foreignVenue.id, channelId: world.foreignChannel.id }
    const reviewId = await aReview(world.container.db, of)
    await aReply(world.container.db, { reviewId, venueId: of.venueId, state: 'pending' })
    return ofChannel(world, reviewId, '/v1/bc/reviews/replies')
  },
  '/v1/bc/venues': async (world) => ofChannel(world, world.foreignVenue.id, `/v1/bc/venues/${world.foreignVenue.id}`),
  '/v1/bc/pending-booking': async (world) => {
    const id = await world.hold(world.foreignChannel.key)
    // A hold is no booking yet: its channel only goes on with it, its venue sees it.
    return { ...ofChannel(world, id, `/v1/reservations/${id}`), owner: { token: world.foreignAdmin } }
  },
  '/v1/bc/booking': async (world) => {
    const id = await world.booking(world.foreignChannel.key)
    return ofChannel(world, id, `/v1/bc/booking/${id}`)
  },
  '/v1/bc/webhooks': async (world) => ofChannel(world, await anEndpointOf(world), '/v1/bc/webhooks'),
  '/v1/bc/webhook-deliveries': async (world) => ofChannel(world, await aDeliveryOf(world), '/v1/bc/webhook-deliveries'),
  '/v1/bc/calls': async (world) => {
    const { hopId } = await hopOf(world)
    return ofChannel(world, hopId, `/v1/bc/calls/${hopId}`)
  },
  '/v1/rms/company': async (world, endpoint) => {
    const { key, companyId } = await aServed(world)
    return ofSystem(world, endpoint, key, companyId)
  },
  '/v1/rms/brands': async (world, endpoint) => {
    const { key, companyId, venueId } = await aServed(world)
    const id = await made(world, '/v1/rms/brands', { companyId, name: randomUUID(), venues: [venueId] }, { token: key })
    return ofSystem(world, endpoint, key, id)
  },
  '/v1/rms/booking': async (world, endpoint) => {
    const { params, token } = await remoteBooking(world, world.foreignVenue.companyId)
    return ofSystem(world, endpoint, token, params.id)
  },
  '/v1/rms/ai-sales': async (world, endpoint) => {
    const { key, venueId } = await aServed(world)
    const id = await made(world, '/v1/rms/ai-sales', { venueId }, { token: key })
    return ofSystem(world, endpoint, key, id)
  },
  '/v1/rms/webhooks': async (world, endpoint) => {
    const { id: systemId, key } = await aSystem(world.container.db)
    const { id } = await anEndpoint(world.container.db, { systemId })
    return { ...(await ofSystem(world, endpoint, key, id)), read: '/v1/rms/webhooks' }
  },
  '/v1/rms/webhook-deliveries': async (world, endpoint) => {
    const { id: systemId, key } = await aSystem(world.container.db)
    const { id: endpointId } = await anEndpoint(world.container.db, { systemId })
    const id = await aDelivery(world.container.db, { endpointId, systemId })
    return { ...(await ofSystem(world, endpoint, key, id)), read: '/v1/rms/webhook-deliveries' }
  },
  '/v1/rms/calls': async (world, endpoint) => {
    const { key, id: systemId } = await aServed(world)
    const id = await called(world, systemId)
    return ofSystem(world, endpoint, key, id)
  },
  '/v1/webhooks/endpoints': async (world) => {
    const id = await anEndpointOf(world)
    return ofAgent(world, id, `/v1/webhooks/endpoints/${id}`)
  },
  '/v1/webhooks/deliveries': async (world) => {
    const id = await aDeliveryOf(world)
    return ofAgent(world, id, `/v1/webhooks/deliveries/${id}`)
  },
  '/v1/exports': async (world) => {
    const id = await made(world, '/v1/venues/export', {})
    return ofCompany(world, id, `/v1/exports/${id}`)
  },
  '/v1/notifications': async (world) => {
    const id = await world.notification({ userId: world.foreignUserId, venueId: world.foreignVenue.id })
    return ofCompany(world, id, '/v1/notifications')
  },
  '/v1/notifications/devices': async (world) => {
    const browser = pushBrowser()
    const id = await made(world, '/v1/notifications/devices', browser)
    return ofCompany(world, id, '/v1/notifications/settings')
  },
  '/v1/audit': async (world) => {
    const { id: venueId } = world.foreignVenue
    const token = world.foreignAdmin
    await world.ask({ method: 'PUT', url: `/venues/${venueId}`, token, body: { city: randomUUID() } })
    const entries = await world.ask({ method: 'GET', url: `/v1/audit?filters[subjectId]=${venueId}`, token })
    const { id } = entries.json<{ data: { id: string }[] }>().data[0]!
    return ofCompany(world, id, `/v1/audit/${id}`)
  },
  '/v1/analytics/reports': async (world) => {
    const id = await aReport(world, world.foreignAdmin)
    return ofCompany(world, id, `/v1/analytics/reports/${id}`)
  },
  '/v1/rms/onboarding-requests': (world, endpoint) => aRequest(world).then(({ id, system }) => ofSystem(world, endpoint, system.key, id)),
  '/v1/bc/onboarding-requests': async (world) => {
    const { id } = await aRequest(world, world.foreignChannel.id)
    return ofChannel(world, id, `/v1/bc/onboarding-requests/${id}`)
  },
  '/v1/onboarding-requests': (world, endpoint) => aRequest(world).then(({ id, system }) => ofSystem(world, endpoint, system.key, id)),
  '/v1/imports': async (world) => {
    const id = await made(world, '/v1/imports', importBody(world.foreignVenue.id))
    return ofCompany(world, id, `/v1/imports/${id}`)
  },
  '/v1/import-mappings': async (world) =>
    ofCompany(world, await made(world, '/v1/import-mappings', mappingBody()), '/v1/import-mappings?kind=reservations'),
  '/v1/traces': async (world) => {
    const { hopId } = await hopOf(world)
    return ofCompany(world, hopId, `/v1/traces/${hopId}`)
  },
}

/** Of another channel or system, as the path says. */
const ofAnother = async ({ container, foreignChannel }: World, { path }: Endpoint): Promise<{ keyId: string; userId: string }> => {
  const { db } = container
  const { id: userId } = await aUser(db, { roles: ['ROLE_BC_AGENT', 'ROLE_RMS_AGENT'] })
  if (path.startsWith('/booking-channels/')) {
    await db.insertInto('channelUsers').values({ channelId: foreignChannel.id, userId }).execute()
    const key = await db.selectFrom('channelKeys').select('id').where('channelId', '=', foreignChannel.id).executeTakeFirstOrThrow()
    return { keyId: key.id, userId }
  }
  const { id: systemId } = await aSystem(db)
  await db.insertInto('systemUsers').values({ systemId, userId, createdAt: new Date() }).execute()
  const key = await db.selectFrom('systemKeys').select('id').where('systemId', '=', systemId).executeTakeFirstOrThrow()
  return { keyId: key.id, userId }
}
type Inner = (world: World, endpoint: Endpoint) => Promise<string>

/**
 * The second id of a path → one that belongs under another first one. Channels and venues have no part under one another: which of them are linked
 * is what those calls are about.
 */
export const innerRows: Readonly<Record<string, Inner | 'of its own'>> = {
  area: async ({ foreignVenue }) => foreignVenue.areaId,
  attachmentId: async (world) => (await aMessage(world, (await aRequest(world)).id)).attachmentId,
  hopId: async (world) => (await hopOf(world)).hopId,
  noteId: async (world) => aGuestNote(world, world.venue.id, await aKnownGuest(world, world.venue.id)),
  commentId: async (world) => {
    const reviewId = await aReview(world.container.db, { venueId: world.venue.id, channelId: world.channel.id })
    return aComment(world, reviewId, world.superAdmin)
  },
  keyId: async (world, endpoint) => (await ofAnother(world, endpoint)).keyId,
  userId: async (world, endpoint) => (await ofAnother(world, endpoint)).userId,
  passwordId: async (world) => (await aSystemsGoogle(world.container.db, world.channel.id)).passwordId,
  channelId: 'of its own',
  accountId: 'of its own',
  venueId: 'of its own',
  venue: 'of its own',
}
