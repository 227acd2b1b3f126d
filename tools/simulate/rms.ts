import type { NewBooking, RemoteBooking, RemoteStatus } from '@tablewire/connectors/kit/connector'
import type { World } from './world.ts'

export type FaultRates = {
  /** Probabilities of faults of a call. */
  lost: number
  answerLost: number
  late: number
  failed: number
  busy: number
  unreachable: number
  refused: number
  twice: number
  /** Of webhooks. */
  webhookLost: number
  webhookTwice: number
}
export const noFaults: FaultRates = {
  lost: 0,
  answerLost: 0,
  late: 0,
  failed: 0,
  busy: 0,
  unreachable: 0,
  refused: 0,
  twice: 0,
  webhookLost: 0,
  webhookTwice: 0,
}

export type RmsBehaviour = {
  /** Idempotent: it answers a retry with what it made the first time. */
  knowsKeys: boolean
  /** It stores and returns the hub's key. */
  keepsKeys: boolean
  /** It stores and returns the channel's id. */
  keepsChannels: boolean
  asksToConfirm: number
  asksToPay: number
  skewMs: number
  covers: number
}

export type StoredBooking = RemoteBooking & { startsAt: string; partySize: number }
type Refusal = { refused: 'taken' | 'refused' | 'not_found' }
const takesTable = new Set<RemoteStatus>(['pending_confirmation', 'requires_payment', 'confirmed', 'seated'])
const isOver = (status: RemoteStatus): boolean => status === 'canceled' || status === 'rejected'
export const takes = ({ status }: Pick<StoredBooking, 'status'>): boolean => takesTable.has(status)

/** A simulated reservation system, as its contract permits: it keeps what it carried out, and reports it when asked. */
export class Rms {
  readonly bookings = new Map<string, StoredBooking>()
  /** What it offers. */
  starts: readonly string[] = []
  readonly #world: World
  readonly character: RmsBehaviour
  weather: FaultRates
  /** Sends a hint that a booking changed. */
  changed: (id: string) => void = () => undefined
  constructor(world: World, character: RmsBehaviour, weather: FaultRates) {
    this.#world = world
    this.character = character
    this.weather = weather
  }

  openAt(startsAt: string, without?: string): number {
    const taken = [...this.bookings.values()].filter((one) => takes(one) && one.startsAt === startsAt && one.id !== without)
    return this.character.covers - taken.reduce((sum, { partySize }) => sum + partySize, 0)
  }

  create(booking: NewBooking): StoredBooking | Refusal {
    const { dice } = this.#world
    const known = this.character.knowsKeys && [...this.bookings.values()].find(({ key }) => key === booking.key)
    if (known) return known
    if (this.openAt(booking.startsAt) < booking.partySize) return { refused: 'taken' }
    const status = dice.weighted<RemoteStatus>([
      ['confirmed', 1],
      ['pending_confirmation', this.character.asksToConfirm],
      ['requires_payment', this.character.asksToPay],
    ])
    return this.keep(booking, status)
  }

  keep(
    { venueId, areaId, startsAt, partySize, contact, notes, channel, key }: Omit<NewBooking, 'paymentToken'>,
    status: RemoteStatus,
  ): StoredBooking {
    const id = `b${this.bookings.size + 1}`
    const made: StoredBooking = {
      id,
      status,
      venueId,
      areaId,
      startsAt,
      partySize,
      notes,
      contact,
      key: this.character.keepsKeys ? key : null,
      channelId: this.character.keepsChannels ? channel.id : null,
      createdAt: new Date(this.#world.epochMs + this.character.skewMs).toISOString(),
      cancelActor: null,
      cancelReason: null,
      paymentUrl: status === 'requires_payment' ? 'https://pay.example/x' : null,
    }
    this.bookings.set(id, made)
    this.#tell(id, `makes ${id} for ${contact.email ?? '–'}: ${status}`)
    return made
  }

  change(id: string, to: { startsAt?: string; partySize?: number; status?: RemoteStatus }): StoredBooking | Refusal {
    const booking = this.bookings.get(id)
    if (!booking) return { refused: 'not_found' }
    if (isOver(booking.status) && to.status === undefined) return { refused: 'refused' }
    const startsAt = to.startsAt ?? booking.startsAt
    const partySize = to.partySize ?? booking.partySize
    const more = startsAt !== booking.startsAt || partySize > booking.partySize
    if (more && this.openAt(startsAt, id) < partySize) return { refused: 'taken' }
    const status = to.status ?? booking.status
    if (startsAt === booking.startsAt && partySize === booking.partySize && status === booking.status) return booking
    Object.assign(booking, { startsAt, partySize, status })
    this.#tell(id, `changes ${id}: ${status} ${startsAt} for ${partySize}`)
    return booking
  }

  cancel(id: string, actor: string): StoredBooking | Refusal {
    const booking = this.bookings.get(id)
    if (!booking) return { refused: 'not_found' }
    if (isOver(booking.status)) return booking
    if (!takes(booking) || booking.status === 'seated') return { refused: 'refused' }
    Object.assign(booking, { status: 'canceled', cancelActor: actor })
    this.#tell(id, `cancels ${id}, as ${actor} wants`)
    return booking
  }

  #tell(id: string, what: string): void {
    this.#world.tell(() => `system    ${what}`)
    const { dice } = this.#world
    const say = (): void =>
      void this.#world.after(dice.chance(0.2) ? dice.between(0, 40_000) : dice.between(0, 500), () => this.changed(id))
    if (dice.chance(this.weather.webhookLost)) this.#world.tell(() => `system    loses the webhook about ${id}`)
    else say()
    if (dice.chance(this.weather.webhookTwice)) say()
  }
}
