import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel, type TestChannel } from '../../../../tests/build/a-channel.ts'
import { aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aReview } from '../../../../tests/build/a-review.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { readDesk } from './reply-desk.ts'
import { sendReply } from './send-reply.ts'
import { listTemplates } from './template-view.ts'
import { createTemplate, deleteTemplate, reviveTemplate, updateTemplate } from './write-template.ts'

let open: OpenDb
let venue: TestVenue
let next: TestVenue
let channel: TestChannel
let owner: Ctx
let platform: Ctx
let stranger: Ctx

beforeAll(async () => {
  open = await aDb()
  venue = await aVenue(open.db, { name: 'Casa Vieja' })
  next = await aVenue(open.db, { name: 'Casa Nueva', companyId: venue.companyId })
  channel = await aChannel(open.db, { venues: [venue.id, next.id] })
  owner = ctxOfUser(open.db, await aUser(open.db, { companyId: venue.companyId, roles: ['ROLE_ADMIN'] }))
  platform = ctxOfUser(open.db, await aUser(open.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'], companyId: null }))
  const theirs = await aVenue(open.db, { name: 'Theirs' })
  stranger = ctxOfUser(open.db, await aUser(open.db, { companyId: theirs.companyId, roles: ['ROLE_ADMIN'] }))
})
afterAll(() => open.close())

const fields = (over: object = {}) => ({
  name: 'Sorry',
  language: 'en',
  stars: [1, 2],
  variants: [{ text: 'Sorry, {guest|dear guest}. {sender}' }, { text: 'We regret this, {guest}.' }, { text: 'Not our best: {rating}.' }],
  venues: [],
  ...over,
})
const bad = (at = venue, over: object = {}): Promise<string> =>
  aReview(open.db, { venueId: at.id, channelId: channel.id, rating: 2, ...over })
const offered = async (id: string, ctx = owner) => (await readDesk(ctx, id)).templates

test('LI2: templates of the rating and language are offered, each time with another wording first', async () => {
  const template = await createTemplate(owner, fields())
  await createTemplate(owner, fields({ name: 'Lo siento', language: 'es', stars: [], variants: [{ text: 'Lo sentimos.' }] }))
  await createTemplate(owner, fields({ name: 'Thanks', stars: [4, 5] }))
  const firsts: string[] = []
  for (let round = 0; round < 4; round++) {
    const id = await bad()
    const [first] = await offered(id)
    expect(first).toMatchObject({ name: 'Sorry', id: template.id })
    const { id: variantId, text } = first!.variants[0]!
    firsts.push(text)
    await sendReply(owner, { params: { id }, body: { text, version: 0, templateId: first!.id, variantId } })
  }
  expect(firsts.slice(0, 3)).toEqual(['Sorry, Noa. Ada Example', 'We regret this, Noa.', 'Not our best: 2/5.'])
  expect(firsts[3]).toBe(firsts[0])
  expect((await offered(await bad(venue, { lang: 'es-MX' }))).map(({ name }) => name)).toEqual(['Lo siento', 'Sorry'])
  const nameless = await bad()
  await open.db
    .updateTable('reviews')
    .set({ author: 'A Google user', rating: null, scale: null, recommended: false })
    .where('id', '=', nameless)
    .execute()
  expect((await offered(nameless))[0]!.variants.map(({ text }) => text)).toEqual(['Sorry, dear guest. Ada Example'])
})

test('LI2: a template serves its venues, company or brand, and no others', async () => {
  const only = await createTemplate(owner, fields({ name: 'Only new', venues: [next.id] }))
  const everywhere = await createTemplate(platform, fields({ name: 'Everywhere' }))
  const names = async (id: string) => (await offered(id)).map(({ name }) => name)
  expect(await names(await bad(next))).toContain('Only new')
  expect(await names(await bad())).not.toContain('Only new')
  expect(await names(await bad())).toContain('Everywhere')
  const theirs = (await listTemplates(stranger, {})).data
  expect(theirs.map(({ name, mine }) => `${name} ${mine}`)).toEqual(['Everywhere false'])
  expect(await refusal(updateTemplate(stranger, { params: { id: only.id }, body: { ...fields(), version: 1 } }))).toBe(
    'reply_template.not_found',
  )
  expect(await refusal(updateTemplate(owner, { params: { id: everywhere.id }, body: { ...fields(), version: 1 } }))).toBe(
    'reply_template.not_found',
  )
  expect(await refusal(createTemplate(stranger, fields({ venues: [next.id] })))).toBe('venue.not_found')
})

test('LI2: a save from an older version is refused; what was deleted comes back', async () => {
  const made = await createTemplate(owner, fields({ name: 'Mine' }))
  const [first] = made.variants
  const saved = await updateTemplate(owner, {
    params: { id: made.id },
    body: { ...fields({ name: 'Mine', variants: [{ text: 'New' }, first] }), version: 1 },
  })
  expect(saved).toMatchObject({ version: 2, variants: [{ text: 'New' }, first] })
  expect(await refusal(updateTemplate(owner, { params: { id: made.id }, body: { ...fields(), version: 1 } }))).toBe(
    'reply_template.version_stale',
  )
  await deleteTemplate(owner, made.id)
  await reviveTemplate(owner, made.id)
  expect((await listTemplates(owner, { filters: { search: 'mine' } })).data).toMatchObject([
    { id: made.id, variants: [{ text: 'New' }, {}] },
  ])
})
