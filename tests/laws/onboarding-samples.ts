import { randomUUID } from 'node:crypto'
import { aChannel } from '../build/a-channel.ts'
import { aSystem, type TestSystem } from '../build/a-system.ts'
import { anExport } from './an-export.ts'
import type { World } from './world.ts'

type OnboardingSample = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown; token?: string }

const fields = () => ({
  rmsVenueId: randomUUID(),
  venueName: 'Casa Law',
  venueAddress: 'Calle Mayor 1, Madrid',
  notes: 'Please call first.',
})

/** A request of a reservation system of its own. */
export const aRequest = async (world: World, channelId?: string): Promise<{ id: string; version: number; system: TestSystem }> => {
  const { db } = world.container
  const system = await aSystem(db)
  const body = { ...fields(), requester: 'rms', systemId: system.id, channelId: channelId ?? (await aChannel(db)).id }
  const answer = await world.ask({ method: 'POST', url: '/v1/onboarding-requests', token: world.superAdmin, body })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return { ...answer.json<{ data: { id: string; version: number } }>().data, system }
}

const ended = ({ id, version }: { id: string; version: number }) => ({ params: { id }, body: { version, reason: 'They closed.' } })
const messagesPath = (id: string): string => `/v1/onboarding-requests/${id}`
/** A message of the platform's own administrator, with a file. */
export const aMessage = async (world: World, id: string): Promise<{ attachmentId: string; messageId: string }> => {
  const token = world.superAdmin
  const content = Buffer.from('area;seats').toString('base64')
  const file = await world.ask({ method: 'POST', url: `${messagesPath(id)}/attachments`, token, body: { name: 'plan.csv', content } })
  const attachmentId = file.json<{ data: { id: string } }>().data.id
  const body = { text: 'Our plan', attachments: [attachmentId] }
  const said = await world.ask({ method: 'POST', url: `${messagesPath(id)}/messages`, token, body })
  return { attachmentId, messageId: said.json<{ data: { id: string } }>().data.id }
}
const ofRequest = async (world: World): Promise<{ params: { id: string } }> => ({ params: { id: (await aRequest(world)).id } })

type Samples = Record<string, (world: World) => OnboardingSample | Promise<OnboardingSample>>
/** With the key of the side that asked (`cancel`) or was asked (`reject`). */
const ofPartners = (side: 'rms' | 'bc'): Samples => {
  const theirs = async (world: World, requester: 'rms' | 'bc' = side): Promise<{ id: string; version: number; token?: string }> => {
    const { db } = world.container
    const system = await aSystem(db)
    const body = { ...fields(), requester, systemId: system.id, channelId: world.channel.id, noneOfThese: true }
    const answer = await world.ask({ method: 'POST', url: '/v1/onboarding-requests', token: world.superAdmin, body })
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return { ...answer.json<{ data: { id: string; version: number } }>().data, ...(side === 'rms' ? { token: system.key } : {}) }
  }
  const on = ({ id, token }: { id: string; token?: string }, body?: unknown): OnboardingSample => ({
    params: { id },
    ...(body === undefined ? {} : { body }),
    ...(token === undefined ? {} : { token }),
  })
  const area = `${side}Onboarding`
  return {
    [`${area}.list`]: async (world) => (side === 'rms' ? { token: (await aSystem(world.container.db)).key } : {}),
    [`${area}.get`]: async (world) => on(await theirs(world)),
    [`${area}.provide`]: async (world) => {
      const made = await theirs(world)
      return on(made, { version: made.version, [side === 'rms' ? 'rmsVenueId' : 'bookingChannelVenueId']: randomUUID() })
    },
    [`${area}.notes`]: async (world) => {
      const made = await theirs(world)
      return on(made, { version: made.version, internalNotes: 'They owe us a call.' })
    },
    [`${area}.cancel`]: async (world) => {
      const made = await theirs(world)
      return on(made, { version: made.version, reason: 'They closed.' })
    },
    [`${area}.reject`]: async (world) => {
      const made = await theirs(world, side === 'rms' ? 'bc' : 'rms')
      return on(made, { version: made.version, reason: 'They closed.' })
    },
  }
}

export const onboardingSamples: Record<string, (world: World) => OnboardingSample | Promise<OnboardingSample>> = {
  'onboarding.create': async ({ container: { db } }) => ({
    body: { ...fields(), requester: 'bc', systemId: (await aSystem(db)).id, channelId: (await aChannel(db)).id },
  }),
  'onboarding.candidates': async ({ container: { db } }) => ({
    query: {
      systemId: (await aSystem(db)).id,
      channelId: (await aChannel(db)).id,
      venueName: 'Casa Law',
      venueAddress: 'Calle Mayor 1',
      venuePhone: '+34 910 000 000',
      venueCountry: 'ES',
    },
  }),
  'onboarding.list': () => ({ query: { limit: 5, filters: { status: 'live,rms_activation', q: 'casa' } } }),
  'onboarding.createForSystem': async ({ container: { db } }) => ({
    token: (await aSystem(db)).key,
    body: { ...fields(), channelId: (await aChannel(db)).id },
  }),
  'onboarding.createForChannel': async ({ container: { db } }) => ({
    body: { ...fields(), rmsVenueId: null, systemId: (await aSystem(db)).id },
  }),
  'onboarding.provide': async (world) => {
    const { id, version } = await aRequest(world)
    return { params: { id }, body: { version, bookingChannelVenueId: randomUUID() } }
  },
  'onboarding.edit': async (world) => {
    const { id, version } = await aRequest(world)
    return { params: { id }, body: { version, venuePhone: '+34 910 000 001', notes: 'Ask for Ana.', internalNotes: { rms: 'Big one.' } } }
  },
  'onboarding.export': async (world) => {
    await anExport(world)
    return { body: { filters: { status: ['live'], q: 'casa' }, format: 'csv' } }
  },
  'onboarding.cancel': async (world) => ended(await aRequest(world)),
  'onboarding.reject': async (world) => ended(await aRequest(world)),
  'onboarding.history': async (world) => ({ params: { id: (await aRequest(world)).id } }),
  'onboarding.get': async (world) => ({ params: { id: (await aRequest(world)).id } }),
  ...ofPartners('rms'),
  ...ofPartners('bc'),
  'onboardingMessages.list': ofRequest,
  'onboardingMessages.desk': ofRequest,
  'onboardingMessages.send': async (world) => ({ ...(await ofRequest(world)), body: { text: 'When do you open?' } }),
  'onboardingMessages.read': async (world) => ({ ...(await ofRequest(world)), body: { until: new Date().toISOString() } }),
  'onboardingMessages.copies': async (world) => ({ ...(await ofRequest(world)), body: { copies: true } }),
  'onboardingMessages.attach': async (world) => ({
    ...(await ofRequest(world)),
    body: { name: 'plan.csv', content: Buffer.from('area;seats').toString('base64') },
  }),
  'onboardingMessages.openAttachment': async (world) => {
    const { id } = await aRequest(world)
    return { params: { id, attachmentId: (await aMessage(world, id)).attachmentId } }
  },
  'onboardingMessages.unread': () => ({}),
}
