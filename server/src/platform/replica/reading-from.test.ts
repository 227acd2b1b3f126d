import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx, aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import type { Actor, Ctx } from '../ctx.ts'
import { transaction } from '../db/transaction.ts'
import { newId } from '../id.ts'
import { noReplica, type Replica } from './replica.ts'
import { notingCall, peopleOf, readLagging } from './reading-from.ts'

let open: OpenDb
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())

const person = (over: object = {}): Actor =>
  ({ kind: 'user', id: newId(), name: 'Ada', companyId: null, sessionId: newId(), ...over }) as Actor
/** Everything is answered by the standby; who is noted is remembered. */
const aReader = (actor: Actor): { ctx: Ctx; noted: string[][] } => {
  const noted: string[][] = []
  const replica: Replica = {
    ...noReplica,
    read: async ({ db }, work) => ({ value: await work(db, 0), asOfMs: 0 }),
    whileWriting: (writer, work) => {
      noted.push([...writer.people])
      return work()
    },
  }
  return { ctx: aCtx(open.db, { actor, ports: { ...recordingPorts().ports, replica } }), noted }
}

test('who writes is the person, who really sits there, and the tablet; a channel and our own work are nobody', () => {
  const [admin, tablet] = [newId(), newId()]
  const actor = person({ actedBy: { id: admin, name: 'Root' }, device: { id: tablet, name: 'Door', venueId: newId() } })
  expect(peopleOf({ actor })).toEqual([actor.id, admin, tablet])
  expect(peopleOf({ actor: { kind: 'system', id: null, name: 'job' } })).toEqual([])
})

test('each transaction of a job in somebody’s name is noted, a call once as a whole, and one that only reads never', async () => {
  const actor = person()
  const job = aReader(actor)
  for (const _ of [1, 2]) await transaction(job.ctx, (inner) => transaction(inner, async () => undefined))
  expect(job.noted).toEqual([[actor.id], [actor.id]])
  const call = aReader(actor)
  await notingCall(call.ctx, { reads: false }, () => transaction(call.ctx, async () => undefined))
  expect(call.noted).toEqual([[actor.id]])
  const look = aReader(actor)
  await notingCall(look.ctx, { reads: true }, () => transaction(look.ctx, async () => undefined))
  expect(look.noted).toEqual([])
})

test('what is read from a standby knows of what moment it is; nobody’s questions, and those of a transaction, go to the primary', async () => {
  const { ctx, noted } = aReader(person())
  expect(await readLagging(ctx, async (inner) => inner.asOf)).toEqual({
    value: '1970-01-01T00:00:00.000Z',
    asOf: '1970-01-01T00:00:00.000Z',
  })
  await readLagging(ctx, (inner) => transaction(inner, async () => undefined))
  expect(noted).toEqual([])
  const nobody = aReader({ kind: 'system', id: null, name: 'job' })
  expect(await readLagging(nobody.ctx, async (inner) => inner.asOf)).toEqual({ value: undefined, asOf: undefined })
  expect(await transaction(ctx, (inner) => readLagging(inner, async (one) => one.asOf))).toEqual({ value: undefined, asOf: undefined })
})
