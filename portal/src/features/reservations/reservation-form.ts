import type { Offered, Slot } from '@tablewire/contracts/booking/availability'
import type { Sent } from '@tablewire/contracts/kit/endpoint'
import type { Reservation, reservations } from '@tablewire/contracts/booking/reservations'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { instantOf, wallClock } from '#src/kit/zone-clock.ts'
import type { Asked } from './reservation-search.ts'

export type FormValues = {
  venueId: string
  /** The service day. */
  date: string
  /** `HH:mm` of the venue's clock; empty until chosen. */
  time: string
  partySize: number
  /** Empty = wherever there is room. */
  areaId: string
  /** In seconds; empty = as long as the venue's system has it. Only where that lets it be chosen. */
  duration: string
  walkIn: boolean
  seatNow: boolean
  guest: { firstName: string; lastName: string; email: string; phone: string; lang: Lang | '' }
  notes: string
  /** Separated by commas, as people write them. */
  tags: string
}
type CreateBody = Sent<typeof reservations.create>['body']
type PatchBody = NonNullable<Sent<typeof reservations.update>['body']>

const empty: FormValues['guest'] = { firstName: '', lastName: '', email: '', phone: '', lang: '' }

export const newValues = (venueId: string, date: string, walkIn = false): FormValues => ({
  venueId,
  date,
  time: '',
  partySize: 2,
  areaId: '',
  duration: '',
  walkIn,
  seatNow: true,
  guest: empty,
  notes: '',
  tags: '',
})

/** Filled with what somebody asked for. */
export const askedFor = (values: FormValues, asked: Partial<Pick<Asked, 'partySize' | 'time' | 'areaId'>> | undefined): FormValues => ({
  ...values,
  partySize: asked?.partySize ?? values.partySize,
  time: asked?.time ?? values.time,
  areaId: asked?.areaId ?? values.areaId,
})

export const valuesOf = (row: Reservation): FormValues => ({
  venueId: row.venueId,
  date: row.serviceOn,
  time: row.startsLocal.slice(11),
  partySize: row.partySize,
  areaId: row.areaId ?? '',
  duration: '',
  walkIn: row.source === 'walk_in',
  seatNow: false,
  guest: {
    firstName: row.guest.firstName,
    lastName: row.guest.lastName,
    email: row.guest.email ?? '',
    phone: row.guest.phone ?? '',
    lang: row.guest.lang ?? '',
  },
  notes: row.notes ?? '',
  tags: row.tags.join(', '),
})

/** What was chosen, as far as it is offered: the venue or the day may be another one since. `free`: any length, as none is named. */
export const chosenDuration = (duration: string, offered: Offered | undefined): { value: string; free: boolean; required: boolean } => {
  const required = offered?.requiresDuration ?? false
  const durations = offered?.durations ?? []
  const free = required && !durations.length
  const sound = free ? Number(duration) >= 60 && Number(duration) <= 86_400 : durations.some(({ value }) => String(value) === duration)
  return { value: sound ? duration : '', free, required }
}

export const timeOf = (slot: Pick<Slot, 'startsLocal'>): string => slot.startsLocal.slice(11)

type Place = { zone: string; slots: readonly Slot[]; now: number }

/** The instant that was meant: a slot of the service day (which may lie after midnight), else that minute of the day; walk-ins are here now. */
export const startOf = ({ date, time, walkIn }: FormValues, { zone, slots, now }: Place): string => {
  if (walkIn) return instantOf(wallClock(zone, now), zone)
  return slots.find((slot) => timeOf(slot) === time)?.startsAt ?? instantOf(`${date}T${time}`, zone)
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())
const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
]

type Saving = {
  startsAt: string
  notify: boolean
  override: boolean
  walkInName: string
  /** Who sits down where somebody comes later leaves by then. */
  until?: string | undefined
}

export const createBody = (values: FormValues, { startsAt, notify, override, walkInName, until }: Saving): CreateBody => {
  const { guest, walkIn } = values
  return {
    venueId: values.venueId,
    startsAt,
    partySize: values.partySize,
    areaId: orNull(values.areaId),
    ...(values.duration ? { duration: Number(values.duration) } : {}),
    ...(until === undefined ? {} : { until }),
    guest: {
      firstName: guest.firstName.trim(),
      lastName: guest.lastName.trim() === '' && walkIn ? walkInName : guest.lastName.trim(),
      email: orNull(guest.email),
      phone: orNull(guest.phone),
      lang: guest.lang === '' ? null : guest.lang,
    },
    source: walkIn ? 'walk_in' : 'phone',
    notes: orNull(values.notes),
    tags: tagsOf(values.tags),
    notify,
    override,
  }
}

/** Only what differs, so that two people changing different things do not undo each other. */
export const patchBody = (values: FormValues, row: Reservation, { startsAt, notify, override }: Saving): PatchBody => {
  const whole = createBody(values, { startsAt, notify, override, walkInName: row.guest.lastName })
  const guest = Object.fromEntries(
    Object.entries(whole.guest).filter(([field, value]) => value !== row.guest[field as keyof typeof row.guest]),
  )
  return {
    ...(Date.parse(startsAt) === Date.parse(row.startsAt) ? {} : { startsAt }),
    ...(whole.partySize === row.partySize ? {} : { partySize: whole.partySize }),
    ...(whole.areaId && whole.areaId !== row.areaId ? { areaId: whole.areaId } : {}),
    ...(Object.keys(guest).length > 0 ? { guest } : {}),
    ...(whole.notes === row.notes ? {} : { notes: whole.notes ?? null }),
    ...(JSON.stringify(whole.tags) === JSON.stringify(row.tags) ? {} : { tags: whole.tags ?? [] }),
    notify,
    override,
    version: row.version,
  }
}

/** Nobody hears of a save of what is so already. */
export const changesNothing = ({ notify, override: _override, version: _version, ...changed }: PatchBody): boolean =>
  !notify && Object.keys(changed).length === 0

/** The server's names of fields → ours, where they differ. */
const fields: Record<string, string> = { startsAt: 'time' }
export const fieldOf = (name: string): string => fields[name] ?? name.replace(/^tags.*/, 'tags')
