import type { Permission } from '@tablewire/contracts/identity/access'
import type { ReplyReport } from '@tablewire/contracts/reviews/replies'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel, ctxOfChannel, type TestChannel } from '../../../../tests/build/a-channel.ts'
import { aClock, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { anEndpoint } from '../../../../tests/build/an-endpoint.ts'
import { aReview } from '../../../../tests/build/a-review.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { approveReply, declineReply, withdrawReply } from './decide-reply.ts'
import { saveDraft } from './keep-draft.ts'
import { readDesk } from './reply-desk.ts'
import { setApproval } from './reply-settings.ts'
import { reportBySource, reportReply } from './report-reply.ts'
import { requestedReplies } from './requested-replies.ts'
import { sendReply } from './send-reply.ts'
import { takeShown } from './shown-replies.ts'

let open: OpenDb
let venue: TestVenue
let channel: TestChannel
let ana: Ctx
let ben: Ctx
let chief: Ctx
let stranger: Ctx
const clock = aClock('2026-11-20T18:00:00Z')

const person = async (name: string, permissions: Permission[]): Promise<Ctx> => {
  const user = await aUser(open.db, { companyId: venue.companyId, roles: ['ROLE_MANAGER'], permissions })
  await open.db.updateTable('users').set({ firstName: name, lastName: '' }).where('id', '=', user.id).execute()
  return withName(ctxOfUser(open.db, user, { clock }), name)
}
const withName = (ctx: Ctx, name: string): Ctx => ({ ...ctx, actor: { ...ctx.actor, name } as Ctx['actor'] })

beforeAll(async () => {
  open = await aDb()
  venue = await aVenue(open.db, { name: 'Casa Vieja' })
  channel = await aChannel(open.db, { venues: [venue.id] })
  ana = await person('Ana', ['reviews', 'commentsManagement'])
  ben = await person('Ben', ['reviews', 'commentsManagement'])
  chief = await person('Chief', ['reviews', 'commentsManagement', 'replyTemplates'])
  const theirs = await aVenue(open.db, { name: 'Theirs' })
  stranger = ctxOfUser(open.db, await aUser(open.db, { companyId: theirs.companyId }))
})
afterAll(() => open.close())

const asChannel = (who = channel): Ctx => ctxOfChannel(open.db, who, { clock })
const review = (over: Partial<Parameters<typeof aReview>[1]> = {}): Promise<string> =>
  aReview(open.db, { venueId: venue.id, channelId: channel.id, ...over })
const send = (ctx: Ctx, id: string, text: string, version = 0) => sendReply(ctx, { params: { id }, body: { text, version } })
/** None is in the future. */
const at = (hours: number): string =>
  clock()
    .add({ hours: hours - 12 })
    .toString()
const report = (id: string, over: Partial<ReplyReport>) => reportReply(asChannel(), id, { state: 'published', at: at(0), ...over })
const stateOf = async (id: string) =>
  await open.db.selectFrom('reviews').select(['replyState', 'needsReply']).where('id', '=', id).executeTakeFirstOrThrow()

test('LI2: a reply goes to its channel, is published there, and the review knows where it stands', async () => {
  const id = await review()
  await anEndpoint(open.db, channel.id)
  expect(await stateOf(id)).toEqual({ replyState: null, needsReply: true })
  const desk = await send(ana, id, 'Thank you, Noa.')
  expect(desk.reply).toMatchObject({ state: 'pending', revision: 1, version: 1, author: 'Ana' })
  expect(await stateOf(id)).toEqual({ replyState: 'pending', needsReply: false })
  const { rows } = await sql<object>`
    select e.name, e.entity, e.action, e.data, d.state from webhook_events e join webhook_deliveries d on d.event_id = e.id
    where e.reservation_id = ${id}`.execute(open.db)
  expect(rows).toMatchObject([
    {
      name: 'review.reply_requested',
      entity: 'review',
      action: 'reply',
      state: 'waiting',
      data: { venueId: venue.id, externalId: id, revision: 1, text: 'Thank you, Noa.' },
    },
  ])
  expect((await requestedReplies(asChannel(), {})).data).toMatchObject([{ reviewId: id, revision: 1, text: 'Thank you, Noa.' }])
  expect(await report(id, { revision: 1, url: 'https://guide.example/r/1' })).toMatchObject({ outcome: 'updated', state: 'published' })
  expect(await report(id, { revision: 1, url: 'https://guide.example/r/1' })).toMatchObject({ outcome: 'unchanged' })
  expect((await readDesk(ana, id)).reply).toMatchObject({ state: 'published', shown: { text: 'Thank you, Noa.', author: null } })
  expect((await requestedReplies(asChannel(), {})).total).toBe(0)
})

test('LI2: the source says no and why; the reply is mended and sent again, and late answers change nothing', async () => {
  const id = await review()
  await send(ana, id, 'Call us at 555')
  expect(await report(id, { state: 'rejected', revision: 1, reason: 'No phone numbers', at: at(1) })).toMatchObject({ outcome: 'updated' })
  const { reply } = await readDesk(ana, id)
  expect(reply).toMatchObject({ state: 'rejected', rejectedBy: 'source', reason: 'No phone numbers', version: 2 })
  expect(await stateOf(id)).toEqual({ replyState: 'rejected', needsReply: true })
  expect((await send(ben, id, 'Write to us', 2)).reply).toMatchObject({ state: 'pending', revision: 2, reason: null, author: 'Ben' })
  // About the text before, and from before what the source said last.
  expect(await report(id, { state: 'rejected', revision: 1, reason: 'No', at: at(2) })).toMatchObject({
    outcome: 'outdated',
    state: 'pending',
  })
  expect(await report(id, { revision: 2, at: at(0) })).toMatchObject({ outcome: 'outdated' })
  expect(await report(id, { revision: 2, at: at(3) })).toMatchObject({ outcome: 'updated', state: 'published', revision: 2 })
  expect((await readDesk(ana, id)).steps.map(({ to, by }) => `${to} ${by}`)).toEqual([
    `published ${channel.name}`,
    'pending Ben',
    `rejected ${channel.name}`,
    'pending Ana',
  ])
})

test('LI2: where a venue wants it a reply waits for somebody who may let it out', async () => {
  await setApproval(chief, { id: venue.id, approval: 'low' })
  const fine = await review({ rating: 5 })
  const bad = await review({ rating: 2 })
  expect((await send(ana, fine, 'Thanks')).reply?.state).toBe('pending')
  expect((await send(ana, bad, 'Sorry')).reply?.state).toBe('awaiting')
  expect(await report(bad, {}).catch((error: { code?: string }) => error.code)).toBe('reply.text_missing')
  expect((await declineReply(chief, { id: bad, version: 1, reason: 'Warmer' })).reply).toMatchObject({
    state: 'rejected',
    rejectedBy: 'house',
  })
  await send(ana, bad, 'We are very sorry', 2)
  expect((await approveReply(chief, { id: bad, version: 3 })).reply).toMatchObject({ state: 'pending', approvedBy: 'Chief' })
  expect(await refusal(approveReply(chief, { id: bad, version: 4 }))).toBe('reply.state_wrong')
  const own = await review({ rating: 1 })
  expect((await send(chief, own, 'Sorry')).reply?.state).toBe('pending')
  await setApproval(chief, { id: venue.id, approval: 'never' })
})

test('LI2, SE3: who lets replies out hears of one that waits, and its author of one that comes back', async () => {
  const told = async () => {
    const { rows } = await sql<{ name: string; what: string }>`
      select u.first_name as name, n.about::json ->> 'what' as what from notifications n join users u on u.id = n.user_id
      where n.event = 'review' and n.about::json ->> 'id' = ${id} order by n.created_at, u.first_name`.execute(open.db)
    return rows.map(({ name, what }) => `${name} ${what}`)
  }
  const id = await review({ rating: 1 })
  await setApproval(chief, { id: venue.id, approval: 'always' })
  await send(ana, id, 'Sorry')
  expect(await told()).toEqual(['Chief reply_awaiting'])
  await declineReply(chief, { id, version: 1, reason: 'Say what for' })
  await send(ana, id, 'Sorry for the soup', 2)
  await setApproval(chief, { id: venue.id, approval: 'never' })
  await approveReply(chief, { id, version: 3 })
  await report(id, { state: 'rejected', revision: 2, reason: 'No links' })
  expect((await told()).toSorted()).toEqual(['Ana reply_declined', 'Ana reply_rejected', 'Chief reply_awaiting', 'Chief reply_awaiting'])
})

test('LI2: what waits to be let out is measured against what the source takes by then; what was taken down is asked of nobody', async () => {
  const id = await review()
  await setApproval(chief, { id: venue.id, approval: 'always' })
  await send(ana, id, 'x'.repeat(400))
  await setApproval(chief, { id: venue.id, approval: 'never' })
  await open.db.updateTable('reviews').set({ replyLimit: 100 }).where('id', '=', id).execute()
  expect(await refusal(approveReply(chief, { id, version: 1 }))).toBe('reply.too_long')
  await open.db.updateTable('reviews').set({ replyLimit: null }).where('id', '=', id).execute()
  await approveReply(chief, { id, version: 1 })
  const asked = async () => (await requestedReplies(asChannel(), { limit: 100 })).data.map(({ reviewId }) => reviewId)
  expect(await asked()).toContain(id)
  await open.db.updateTable('reviews').set({ removedAt: clock().toString() }).where('id', '=', id).execute()
  expect(await asked()).not.toContain(id)
})

test('LI2: the second of two who reply at once is told who was quicker, and keeps what was typed', async () => {
  const id = await review()
  const draft = await saveDraft(ben, { params: { id }, body: { text: 'From Ben' } })
  expect(draft.savedAt).not.toBeNull()
  expect((await readDesk(ana, id)).writing).toMatchObject([{ name: 'Ben' }])
  await send(ana, id, 'From Ana')
  const late = await send(ben, id, 'From Ben').catch((error: unknown) => error)
  expect(late).toMatchObject({
    code: 'reply.changed_meanwhile',
    values: { who: 'Ana' },
    details: { reply: { by: 'Ana', text: 'From Ana' } },
  })
  expect((await readDesk(ben, id)).draft).toMatchObject({ text: 'From Ben' })
  const all = await Promise.allSettled([send(ben, id, 'x', 1), send(ana, id, 'y', 1)])
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('LI2: a reply is taken back before it is public, and the channel hears of it', async () => {
  const id = await review()
  await send(ana, id, 'Too quick')
  expect(await withdrawReply(ben, { id, version: 1 })).toMatchObject({ reply: { state: 'draft' }, draft: { text: 'Too quick' } })
  const { rows } = await sql<{ name: string }>`select name from webhook_events where reservation_id = ${id} order by sequence`.execute(
    open.db,
  )
  expect(rows.map(({ name }) => name)).toEqual(['review.reply_requested', 'review.reply_withdrawn'])
  // It was too late for the source: what guests read is the truth.
  expect(await report(id, { revision: 1 })).toMatchObject({ outcome: 'updated', state: 'published' })
})

test('LI2: without a channel a reply is public at once', async () => {
  const id = await review()
  await open.db.updateTable('reviews').set({ channelId: null }).where('id', '=', id).execute()
  expect(await readDesk(ana, id)).toMatchObject({ withoutChannel: true })
  expect((await send(ana, id, '<b>Thanks</b>')).reply).toMatchObject({ state: 'published', shown: { text: '<b>Thanks</b>' } })
})

test('LI2: what somebody else wrote at the source counts as the reply', async () => {
  const id = await review()
  const shown = { text: 'From the owner', author: 'Owner', publishedAt: at(-5) }
  await open.db
    .updateTable('reviews')
    .set({ shownReply: JSON.stringify(shown) })
    .where('id', '=', id)
    .execute()
  await takeShown({ ...chief, scope: { kind: 'all' } }, { reviewIds: [id] })
  await takeShown({ ...chief, scope: { kind: 'all' } }, { reviewIds: [id] })
  expect(await readDesk(ana, id)).toMatchObject({
    reply: { state: 'published', shown: { text: 'From the owner', author: 'Owner' }, version: 1 },
  })
  expect(await report(id, { state: 'removed', at: at(-6) })).toMatchObject({ outcome: 'outdated' })
  expect(await report(id, { state: 'removed' })).toMatchObject({ outcome: 'updated', state: 'draft' })
  expect(await stateOf(id)).toEqual({ replyState: 'draft', needsReply: true })
})

test.each(['pending', 'awaiting'] as const)(
  'LI2: what stands at the source does not take the place of a reply that is %s',
  async (state) => {
    const id = await review()
    const old = { text: 'Old words', author: 'Owner', publishedAt: at(0) }
    const resent = async (): Promise<void> => {
      await open.db
        .updateTable('reviews')
        .set({ shownReply: JSON.stringify(old) })
        .where('id', '=', id)
        .execute()
      await takeShown({ ...chief, scope: { kind: 'all' } }, { reviewIds: [id] })
    }
    await resent()
    const before = await readDesk(ana, id)
    expect(before.reply).toMatchObject({ state: 'published', shown: { text: 'Old words' } })
    if (state === 'awaiting') await setApproval(chief, { id: venue.id, approval: 'always' })
    expect((await send(ana, id, 'New and better', before.reply!.version)).reply).toMatchObject({ state })
    if (state === 'awaiting') await setApproval(chief, { id: venue.id, approval: 'never' })
    await resent()
    expect((await readDesk(ana, id)).reply).toMatchObject({ state, text: 'New and better', shown: { text: 'Old words' } })
    // Rewritten there, it is what guests read; ours is still to come.
    old.text = 'Other words'
    await resent()
    expect((await readDesk(ana, id)).reply).toMatchObject({ state, text: 'New and better', shown: { text: 'Other words' } })
    old.text = 'New and better'
    await resent()
    expect((await readDesk(ana, id)).reply).toMatchObject({ state: 'published', shown: { text: 'New and better' } })
  },
)

test('LI2: a report from the future would turn away all that follow', async () => {
  const id = await review()
  await send(ana, id, 'Thanks')
  const ahead = { revision: 1, at: clock().add({ minutes: 6 }).toString() }
  expect(await refusal(report(id, ahead))).toBe('request.invalid')
  expect(await report(id, { revision: 1, at: clock().add({ minutes: 4 }).toString() })).toMatchObject({ outcome: 'updated' })
})

test('LI2: what nobody reads is not answered', async () => {
  const id = await aReview(open.db, { venueId: venue.id, channelId: null, source: 'own', moderation: 'awaiting' })
  expect(await refusal(send(ana, id, 'Thanks'))).toBe('review.unpublished')
  await open.db.updateTable('reviews').set({ moderation: 'published' }).where('id', '=', id).execute()
  expect((await send(ana, id, 'Thanks')).reply?.state).toBe('published')
})

test('LI2: bad input has answers of its own', async () => {
  const id = await review({ source: 'google' })
  expect(await refusal(send(ana, id, 'é'.repeat(2049)))).toBe('reply.too_long')
  expect((await send(ana, id, 'é'.repeat(2048))).reply?.state).toBe('pending')
  expect(await refusal(readDesk(stranger, id))).toBe('review.not_found')
  expect(await refusal(send(stranger, id, 'x'))).toBe('review.not_found')
  const gone = await review()
  await open.db.updateTable('reviews').set({ removedAt: clock().toString() }).where('id', '=', gone).execute()
  expect(await refusal(send(ana, gone, 'x'))).toBe('review.removed')
  const other = await aChannel(open.db, { venues: [venue.id] })
  expect(await refusal(reportReply(asChannel(other), id, { state: 'published', at: at(0) }))).toBe('review.not_found')
  const named = { venueId: venue.id, source: 'google', externalId: id, state: 'published', at: at(0) } as const
  expect(await refusal(reportBySource(asChannel(other), named))).toBe('review.elsewhere')
  expect(await refusal(reportBySource(asChannel(), { ...named, externalId: 'unknown' }))).toBe('review.not_found')
  expect(await refusal(report(id, { revision: 9 }))).toBe('reply.revision_unknown')
  expect(await refusal(report(id, { state: 'rejected' }))).toBe('reason.required')
  expect(await refusal(report(await review(), { state: 'rejected', reason: 'No' }))).toBe('reply.nothing_sent')
  expect(await reportBySource(asChannel(), named)).toMatchObject({ outcome: 'updated', reviewId: id })
})

test('LI2: the database lets no reply go where it cannot go', async () => {
  const id = await review()
  await send(ana, id, 'Thanks')
  const set = (change: object) =>
    open.db
      .updateTable('reviewReplies')
      .set({ version: sql`version + 1`, ...change })
      .where('reviewId', '=', id)
      .execute()
      .catch((error: { code?: string }) => error.code)
  expect(await set({ state: 'awaiting' })).toBe('TW139')
  expect(await set({ content: 'Other' })).toBe('TW139')
  expect(await set({ version: 1 })).toBe('TW139')
  expect(await set({ state: 'published' })).toBe('23514')
  expect(await set({ state: 'rejected' })).toBe('23514')
})
