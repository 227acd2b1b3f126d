import type { Answer, Call, Connector, FaultKind, RemoteBooking } from '@tablewire/connectors/kit/connector'
import { done, maybeDone, notDone } from '@tablewire/connectors/kit/fault'
import { z } from 'zod/mini'
import type { StoredBooking, Rms } from './rms.ts'
import type { World } from './world.ts'

const Settings = z.object({ knowsKeys: z.boolean(), lateMs: z.number() })
type Settings = z.infer<typeof Settings>
type Refusal = { refused: 'taken' | 'refused' | 'not_found' }
type Done = StoredBooking | Refusal

/** The caller: a dead process gets no answers. */
type Asking = { world: World; rms: Rms; alive: () => boolean; reach: (run: () => void) => void }

const spoken = (booking: StoredBooking): RemoteBooking => ({ ...booking })
const answerOf = (outcome: Done): Answer<RemoteBooking> =>
  'refused' in outcome ? notDone(outcome.refused as FaultKind, `the system says ${outcome.refused}`) : done(spoken(outcome))

/** The fate of a write call. */
const outcomes = ['lost', 'answerLost', 'late', 'failed', 'busy', 'unreachable', 'refused'] as const
type Outcome = (typeof outcomes)[number] | 'fine'
const drawn = ({ world, rms }: Asking): Outcome => {
  for (const one of outcomes) if (world.dice.chance(rms.weather[one])) return one
  return 'fine'
}

const lateMs = ({ dice }: World): number =>
  dice.weighted([
    [() => dice.between(0, 5000), 4],
    [() => dice.between(5000, 40_000), 4],
    [() => dice.between(40_000, 600_000), 2],
    [() => dice.between(600_000, 12 * 3_600_000), 1],
  ])()

type Writing = { name: string; act: () => Done; /** It is carried out a second time by itself. */ again?: () => void }
type Say = (answer: Answer<RemoteBooking>) => void

const unheard = (asking: Asking, { act }: Writing, outcome: Outcome): void => {
  const { world } = asking
  if (outcome === 'answerLost') act()
  if (outcome === 'late') world.after(lateMs(world), () => void act())
}

/** The system reports a failure; what it did all the same is visible within a moment. */
const failed = ({ world }: Asking, { act }: Writing, say: Say): void => {
  const { dice } = world
  const when = dice.pick(['never', 'before', 'after'] as const)
  if (when === 'before') act()
  say(maybeDone('unclear', 'the system failed', { httpStatus: 500 }))
  if (when === 'after') world.after(dice.between(0, 6000), () => void act())
}

const speak = (asking: Asking, writing: Writing, { outcome, say }: { outcome: Outcome; say: Say }): void => {
  const { world, rms } = asking
  const { dice } = world
  if (outcome === 'failed') return failed(asking, writing, say)
  if (outcome === 'busy')
    return say(notDone('busy', 'come again', { httpStatus: dice.chance(0.5) ? 429 : 503, retryAfterMs: dice.between(0, 5000) }))
  if (outcome === 'refused') return say(notDone('refused', 'a rule of the house'))
  const answer = answerOf(writing.act())
  if (writing.again && dice.chance(rms.weather.twice)) writing.again()
  return say(answer)
}

const write = (asking: Asking, call: Call<unknown>, writing: Writing): Promise<Answer<RemoteBooking>> =>
  new Promise((answered) => {
    const { world } = asking
    const resolve: Say = (answer) => asking.reach(() => answered(answer))
    if (!asking.alive()) return
    const { dice } = world
    const outcome = drawn(asking)
    world.tell(() => `hub asks  ${writing.name}: ${outcome}`)
    if (outcome === 'unreachable') return void world.after(dice.between(1, 500), () => resolve(notDone('unreachable', 'no connection')))
    const thinksMs = dice.chance(0.15) ? dice.between(500, 9000) : dice.between(5, 300)
    world.after(thinksMs, () => {
      if (outcome === 'lost' || outcome === 'answerLost' || outcome === 'late') return unheard(asking, writing, outcome)
      // A call that timed out is carried out all the same.
      const heard = !call.signal.aborted
      speak(asking, writing, { outcome, say: (answer) => void (heard && world.after(dice.between(1, 200), () => resolve(answer))) })
    })
  })

const read = <T>({ world, rms, alive, reach }: Asking, act: () => Answer<T>): Promise<Answer<T>> =>
  new Promise((answered) => {
    const resolve = (answer: Answer<T>): void => reach(() => answered(answer))
    if (!alive()) return
    const { dice } = world
    if (dice.chance(rms.weather.lost + rms.weather.answerLost)) return
    if (dice.chance(rms.weather.unreachable)) return void world.after(5, () => resolve(notDone('unreachable', 'no connection')))
    if (dice.chance(rms.weather.failed))
      return void world.after(5, () => resolve(notDone('unclear', 'the system failed', { httpStatus: 500 })))
    const answer = { given: undefined as Answer<T> | undefined }
    world.after(dice.between(2, 200), () => {
      answer.given = act()
      world.after(dice.chance(0.1) ? dice.between(200, 4000) : dice.between(1, 100), () => resolve(answer.given!))
    })
  })

/** The connector to the simulated system, for one process of the hub: the port's own seven operations. */
export const modelConnector = (asking: Asking): Connector<Settings> => {
  const { rms } = asking
  return {
    code: 'model',
    name: 'Model',
    servedBy: 'system',
    settings: Settings,
    fields: [],
    secrets: [],
    timeLimitsMs: { health: 5000, availability: 8000, create: 10_000, change: 10_000, cancel: 10_000, find: 5000, search: 10_000 },
    atOnce: 16,
    knowsKeys: false,
    knowsKeysBy: ({ knowsKeys }) => knowsKeys,
    lateMsBy: (settings) => settings.lateMs,
    health: () => read(asking, () => done({ name: null, version: null })),
    availability: (_call, { from, to, partySizes, areaId }) =>
      read(asking, () =>
        done(
          [...new Set([from, to])].map((date) => ({
            date,
            partySize: partySizes[0]!,
            areaId,
            durationSeconds: 5400,
            slots: rms.starts
              .filter((startsAt) => startsAt.slice(0, 10) === date)
              .map((startsAt) => ({ startsAt, spotsTotal: null, spotsOpen: rms.openAt(startsAt), deposit: null, requiresCard: false })),
          })),
        ),
      ),
    create: (call, request) =>
      write(asking, call, {
        name: `create ${request.contact.email ?? '–'}`,
        act: () => rms.create(request),
        again: () => void rms.create(request),
      }),
    change: (call, { id, startsAt, partySize }) =>
      write(asking, call, {
        name: `change ${id} to ${startsAt ?? '–'} for ${partySize ?? '–'}`,
        act: () => rms.change(id, { ...(startsAt ? { startsAt } : {}), ...(partySize ? { partySize } : {}) }),
      }),
    cancel: (call, { id, actor }) => write(asking, call, { name: `cancel ${id}`, act: () => rms.cancel(id, actor) }),
    find: (_call, { id }) =>
      read(asking, () => {
        const booking = rms.bookings.get(id)
        return booking ? done(spoken(booking)) : notDone('not_found', 'not there')
      }),
    search: (_call, { email }) =>
      read(asking, () => done([...rms.bookings.values()].filter(({ contact }) => !email || contact?.email === email).map(spoken))),
  }
}
