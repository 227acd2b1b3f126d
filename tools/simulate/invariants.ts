import type { Row } from './database/values.ts'
import type { Channel } from './channel.ts'
import { type StoredBooking, takes } from './rms.ts'
import type { Simulation } from './stage.ts'

const over = new Set(['canceled', 'rejected'])
const instant = (value: unknown): string => new Date(value as number | string).toISOString()

/** Of a canceled booking only the status is compared: its size is not kept in sync. */
const summaryOf = (status: string, startsAt: unknown, partySize: unknown): string =>
  over.has(status) ? 'off' : `${status} ${instant(startsAt)} ${String(partySize)}`
const hubOf = (row: Row): string => summaryOf(String(row['status']), row['starts_at'], row['party_size'])
const nameOf = (row: Row): string => String(row['id']).slice(-4)

type Booked = { row: Row; remote: Row | undefined }

/** What the venue's people did at the hub stands there, and is theirs to tell their system. */
const byStaff = new Set(['seated', 'no_show', 'completed'])

const againstSystem = ({ rms, wrong }: Judging, { row, remote }: Booked): void => {
  const id = (remote?.['remote_id'] ?? null) as string | null
  const status = String(row['status'])
  if (id === null) {
    if (!over.has(status)) wrong(`${nameOf(row)} is ${status} at the hub and not at the system (${String(remote?.['state'])})`)
    return
  }
  const theirs = rms.bookings.get(id)
  if (!theirs) return wrong(`${nameOf(row)} has an id the system does not know`)
  const there = summaryOf(theirs.status, theirs.startsAt, theirs.partySize)
  if (hubOf(row) !== there && !(byStaff.has(status) && takes(theirs)))
    wrong(`${nameOf(row)}: hub ${hubOf(row)}, system ${there} (${String(remote?.['state'])}: ${String(remote?.['last_error'])})`)
}

const open = ({ wrong }: Judging, { row, remote }: Booked): void => {
  const state = String(remote?.['state'])
  if (['creating', 'changing', 'canceling'].includes(state)) wrong(`${nameOf(row)} is ${state} for ever: ${String(remote?.['last_error'])}`)
  else if (remote?.['next_at'] && row['status'] !== 'requires_payment')
    wrong(`${nameOf(row)} is looked at for ever: ${String(remote['last_error'])}`)
}

type Judging = Pick<Simulation, 'rms' | 'wrong'>

/** Exactly one booking for each guest who was promised one, and no other. */
const doubled = ({ rms, wrong }: Judging, booked: readonly Booked[]): void => {
  const live = [...rms.bookings.values()].filter(takes)
  const known = new Set(booked.map(({ remote }) => remote?.['remote_id']))
  const doubles = new Set(booked.flatMap(({ remote }) => (remote?.['doubles'] as string[] | undefined) ?? []))
  const emailOf = ({ contact }: StoredBooking): string => contact?.email ?? ''
  for (const [email, list] of Map.groupBy(live, emailOf))
    if (list.length > 1 && !list.some(({ id }) => doubles.has(id))) wrong(`${email} has ${list.length} bookings at the system`)
  for (const one of live)
    if (!known.has(one.id) && !doubles.has(one.id)) wrong(`the system has ${one.id} for ${emailOf(one)}, and the hub does not`)
}

/**
 * A create may have been carried out after its guest was refused: the hub finds it by a search, and cancels it. Only what is definitely ours: a
 * likeness is left to people.
 */
export const checkLateInvariants = (stage: Simulation): void => {
  const { keepsKeys, keepsChannels } = stage.rms.character
  if (!keepsKeys && !keepsChannels) return
  const { store } = stage.database
  const remotes = store.committed('remote_bookings')
  const known = new Set(remotes.map((row) => row['remote_id']))
  // People were told that the outcome is unknown: they look themselves.
  const stuck = new Set(remotes.flatMap((row) => (row['state'] === 'stuck' ? [row['reservation_id']] : [])))
  const leftToPeople = new Set(store.committed('reservations').flatMap((row) => (stuck.has(row['id']) ? [row['guest_email']] : [])))
  for (const one of stage.rms.bookings.values())
    if (
      takes(one) &&
      one.channelId !== 'own' &&
      !leftToPeople.has(one.contact?.email ?? '') &&
      !known.has(one.id) &&
      !one.key?.startsWith('own')
    )
      stage.wrong(`${one.id} was made late for ${one.contact?.email ?? '–'}, and nobody found it`)
}

const againstChannel = (stage: Simulation, { believed, promised }: Channel): void => {
  for (const [email, id] of promised) if (!believed.has(id)) stage.wrong(`${email} was promised a booking that is not there`)
  for (const [id, one] of believed) {
    const row = stage.reservation(id)!
    const theirs = summaryOf(one.status, one.startsAt, one.partySize)
    if (theirs !== hubOf(row)) stage.wrong(`${nameOf(row)}: hub ${hubOf(row)}, channel ${theirs}`)
  }
}

/** After everything has settled: hub, system and channels agree on every booking, and no work is outstanding. */
export const checkInvariants = (stage: Simulation, channels: readonly Channel[]): void => {
  const { store } = stage.database
  const remotes = store.committed('remote_bookings')
  const booked = store
    .committed('reservations')
    .filter((row) => row['status'] !== 'held' && row['status'] !== 'expired')
    .map((row): Booked => ({ row, remote: remotes.find((one) => one['reservation_id'] === row['id']) }))
  const judging: Judging = { rms: stage.rms, wrong: (what) => stage.wrong(what) }
  for (const one of booked) {
    open(judging, one)
    if (one.remote?.['state'] !== 'stuck') againstSystem(judging, one)
  }
  doubled(judging, booked)
  for (const channel of channels) againstChannel(stage, channel)
}
