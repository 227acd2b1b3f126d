import { z } from 'zod/mini'

/** What a shared tablet may at most, and only where the person who was let in may as well. */
export const deviceRights = [
  ['read', 'reservation-list'],
  ['create', 'reservation-list'],
  ['update', 'reservation-list'],
  ['override', 'reservation-list'],
] as const

/** Whoever may change how the restaurant works sets its tablets up, and approves what is protected there. */
export const managerRight = ['update', 'settings-restaurant'] as const

/** Calls a shared tablet may make: an evening's work at its venue. Every other one is refused there, also one that is added later. */
export const openOnDevices: ReadonlySet<string> = new Set([
  'session.me',
  'venues.mine',
  'venues.areas',
  'channels.mine',
  'systems.names',
  'availability.day',
  'availability.service',
  'whatIf.ask',
  // What the list of an evening says where bookings are missing, or were removed.
  'guestData.removed',
  'restores.latest',
  'reservations.list',
  'reservations.get',
  'reservations.events',
  'reservations.create',
  'reservations.update',
  'reservations.confirm',
  'reservations.reject',
  'reservations.seat',
  'reservations.complete',
  'reservations.cancel',
  'reservations.noShow',
  'reservations.reopen',
  'reservations.late',
  'reservations.split',
  'reservations.join',
  'reservations.retract',
  'reservations.resend',
  'reservations.export',
  'exports.get',
  'guestMessages.list',
  'guestMessages.resend',
  'waitlist.day',
  'waitlist.quote',
  'waitlist.add',
  'waitlist.move',
  'shiftNotes.list',
  'shiftNotes.history',
  'shiftNotes.save',
  'floor.read',
  'floor.day',
  'tables.plan',
  'tables.day',
  'tables.choices',
  'tables.repair',
  'tables.assign',
  'tables.exchange',
  'tables.block',
  'tables.unblock',
  'serviceSheets.get',
  'serviceSheets.guests',
  'serviceSheets.forecast',
  'sharedDevices.here',
  'sharedDevices.letIn',
  'sharedDevices.approve',
  'sharedDevices.stay',
  'sharedDevices.lock',
  'sharedDevices.leave',
])

/** How long whoever was let in stays: for one act, or so long after the last touch. */
export const stays = ['act', 'minute', 'five_minutes'] as const
export const Stay = z.enum(stays)
export type Stay = z.infer<typeof Stay>
/** Of an untouched screen. For one act: long enough for what belongs to it, such as a booking and its table. */
export const staySeconds: Record<Stay, number> = { act: 15, minute: 60, five_minutes: 300 }

/** What may ask for a manager's PIN at a venue. */
export const protectedActs = ['overbook', 'delete_note', 'export', 'larger_party', 'block_table'] as const
export const ProtectedAct = z.enum(protectedActs)
export type ProtectedAct = z.infer<typeof ProtectedAct>
/** Giving the tablet up always asks: nobody of the team takes it from the others by a slip. */
export const AskedAct = z.enum([...protectedActs, 'leave'])
export type AskedAct = z.infer<typeof AskedAct>
export const protectedAtFirst: readonly ProtectedAct[] = ['overbook', 'delete_note', 'export']

export const pinShape = /^\d{4,6}$/
/** What people choose first, and so what is tried first. */
const chosenOften = new Set(
  '2580 0852 1004 2468 1357 1379 7410 0741 3690 6969 0007 1122 147258 258369 159753 112233 111222 246810 135790 102030 789456 456789 010190'.split(
    ' ',
  ),
)
const isRun = (pin: string, step: number): boolean =>
  Array.from(pin).every((digit, at) => at === 0 || Number(digit) === (Number(pin[at - 1]) + step + 10) % 10)
const repeats = (pin: string, length: number): boolean =>
  pin.length % length === 0 && pin.length > length && pin === pin.slice(0, length).repeat(pin.length / length)

/** Too easy to guess: one digit or a pair all along, a run up or down, a year people are born in, or what everybody chooses. */
export const isTrivialPin = (pin: string): boolean =>
  [1, 2, 3].some((length) => repeats(pin, length)) ||
  [1, -1].some((step) => isRun(pin, step)) ||
  /^(19|20)\d\d$/.test(pin) ||
  chosenOften.has(pin)

/** So many wrong ones in a row are free; each further one closes the door for twice as long. */
export const freeTries = { person: 5, device: 20 } as const
const longestLockSeconds = 3600
export const lockSecondsAfter = (wrong: number, of: keyof typeof freeTries): number =>
  wrong < freeTries[of] ? 0 : Math.min(longestLockSeconds, 60 * 2 ** Math.min(10, wrong - freeTries[of]))

/** Headers of a call of a shared tablet: who was let in, and that a manager approves this one act. */
export const actHeader = 'tablewire-act'
export const approvalHeader = 'tablewire-approval'
/** How the token of a shared tablet begins. */
export const deviceTokenMark = 'tablet_'
