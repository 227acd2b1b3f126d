import { book, cancel, change, commit, hold } from '@tablewire/server/features/rms-bookings/api'
import { venueWithBook } from '@tablewire/server/features/venues/api'
import type { Ctx } from '@tablewire/server/platform/ctx'
import { once } from '@tablewire/server/platform/http/idempotency'
import { Problem } from '@tablewire/server/platform/problem'
import type { HubProcess } from './hub-process.ts'
import type { Simulation } from './stage.ts'

type Body = { id?: string; status?: string }
type Request = { name: string; key: string; work: (ctx: Ctx) => Promise<unknown> }
/** `code` of a refusal; undefined = it went well. */
export type ChannelReply = { status: number; code?: string; body: Body }
/** A channel's view of a booking: its last known state. */
export type BelievedBooking = { status: string; startsAt: string; partySize: number }

const patienceMs = 300_000

/** A simulated partner that books, retries until it has an answer, and reads a booking again whenever a webhook names it. */
export class Channel {
  readonly id: string
  readonly #stage: Simulation
  readonly believed = new Map<string, BelievedBooking>()
  /** E-mail of guests whose booking was acknowledged, with its id. */
  readonly promised = new Map<string, string>()
  constructor(stage: Simulation, id: string) {
    this.#stage = stage
    this.id = id
  }

  #ctx(process: HubProcess): Ctx {
    return process.ctx(
      { kind: 'channel', id: this.id, name: 'Channel', rateLimitPerMinute: 1_000_000, unlimited: true },
      { kind: 'channel', channelId: this.id },
    )
  }

  /** One request to one process: undefined = no answer. */
  async #ask(name: string, key: string, work: (ctx: Ctx) => Promise<unknown>): Promise<ChannelReply | undefined> {
    const { world } = this.#stage
    const { dice } = world
    const process = this.#stage.aProcess()
    const answer = new Promise<ChannelReply | undefined>((resolve) => {
      world.after(15_000, () => resolve(undefined))
      if (!process?.alive) return void world.after(20, () => resolve(undefined))
      world.after(dice.between(1, 60), () => {
        if (process.alive && !dice.chance(this.#stage.lost)) void this.#answer(process, { name, key, work }, resolve)
      })
    })
    const reply = await answer
    world.tell(() => `channel   ${name}: ${reply ? (reply.code ?? `ok ${reply.body.status ?? ''}`) : 'no answer'}`)
    return reply
  }

  async #answer(process: HubProcess, request: Request, reply: (reply: ChannelReply) => void): Promise<void> {
    const { world, lost } = this.#stage
    const answer = await this.#serve(process, request)
    if (process.alive && !world.dice.chance(lost)) world.after(world.dice.between(1, 60), () => reply(answer))
  }

  async #serve(process: HubProcess, { name, key, work }: Request): Promise<ChannelReply> {
    try {
      const keyed = { key, endpointId: name, request: {}, steps: true }
      const { status, body } = await once(this.#ctx(process), keyed, async (ctx) => ({ status: 200, body: await work(ctx) }))
      return { status, body: body as Body }
    } catch (error) {
      if (error instanceof Problem) return { status: error.status, code: error.code, body: {} }
      this.#stage.wrong(`${name} answered 500: ${String(error)} ${(error as Error).stack?.split('\n')[1] ?? ''}`)
      return { status: 500, code: 'server.failed', body: {} }
    }
  }

  /** Retries the same request with the same idempotency key, until there is an answer. */
  async #insist(name: string, work: (ctx: Ctx) => Promise<unknown>): Promise<ChannelReply | undefined> {
    const { world } = this.#stage
    const key = `key-${world.dice.between(0, 1e9)}`
    const until = world.nowMs + patienceMs
    while (world.nowMs < until) {
      const reply = await this.#ask(name, key, work)
      const again = !reply || reply.status === 500 || reply.code === 'key.in_flight'
      if (!again) return reply
      await world.sleep(world.dice.between(50, 3000))
    }
    return undefined
  }

  /** Reads what the hub has of a booking at this moment. */
  read(id: string): void {
    const row = this.#stage.reservation(id)
    if (!row) return
    this.believed.set(id, {
      status: String(row['status']),
      startsAt: new Date(row['starts_at'] as number).toISOString(),
      partySize: Number(row['party_size']),
    })
  }

  async book(guest: { email: string; startsAt: string; partySize: number; byHold: boolean }): Promise<string | undefined> {
    const { email, startsAt, partySize, byHold } = guest
    const { venueId } = this.#stage.places
    const ask = {
      venueId,
      venueOf: (ctx: Ctx) => venueWithBook({ ...ctx, scope: { kind: 'all' } }, venueId),
      startsAt,
      partySize,
      areaId: null,
    }
    const contact = {
      firstName: 'Lena',
      lastName: 'Brandt',
      email,
      phone: null,
      lang: null,
      optIn: false,
      address: null,
      phoneField: 'phone',
    }
    const patch = { contact, notes: null, paymentToken: null }
    if (!byHold) return this.#booked(email, await this.#insist(`book ${email}`, (ctx) => book(ctx, { ...ask, ...patch })))
    const held = await this.#insist(`hold ${email}`, (ctx) => hold(ctx, ask))
    if (!held || held.code !== undefined) return undefined
    await this.#stage.world.sleep(this.#stage.world.dice.between(0, 20_000))
    const id = held.body.id!
    return this.#booked(email, await this.#insist(`commit ${email}`, (ctx) => commit(ctx, { id, ...patch })))
  }

  #booked(email: string, reply: ChannelReply | undefined): string | undefined {
    if (!reply || reply.code !== undefined) return undefined
    const id = reply.body.id!
    this.promised.set(email, id)
    this.read(id)
    return id
  }

  async change(id: string, patch: { startsAt?: string; partySize?: number }): Promise<void> {
    const dialect = { phoneField: 'phone', international: true }
    await this.#insist(`change ${id.slice(-4)}`, (ctx) => change(ctx, { id, patch, dialect, confirmed: false }))
    this.read(id)
  }

  async cancel(id: string): Promise<void> {
    await this.#insist(`cancel ${id.slice(-4)}`, (ctx) => cancel(ctx, { id, cancelActor: 'guest', reason: 'changed plans' }))
    this.read(id)
  }
}
