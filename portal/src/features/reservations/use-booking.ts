import type { DayAvailability, Slot } from '@tablewire/contracts/booking/availability'
import type { Reservation } from '@tablewire/contracts/booking/reservations'
import { isRefusedByBook } from '@tablewire/contracts/booking/reservations.rules'
import { availability } from '@tablewire/contracts/estate/venues'
import type { Sent } from '@tablewire/contracts/kit/endpoint'
import { useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { ApiError } from '#src/api/api-error.ts'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { useUnderWay } from './acts/own-steps.ts'
import { useAway, useWhenBack } from './offline/use-away.ts'
import { useUnsent } from './offline/unsent-moves.ts'
import { chosenDuration, fieldOf, type FormValues, startOf, timeOf } from './reservation-form.ts'
import { useSaveReservation } from './acts/use-save-reservation.ts'
import type { Away } from './SlotButton.tsx'
import { useT } from './use-t.ts'
import type { VenueChoice } from './VenuePicker.tsx'

type Form = UseFormReturn<FormValues>
/** The reservation being changed; undefined books a new one. */
type Row = Reservation | undefined

const isParty = (size: number): boolean => size >= 1 && size <= 1000

/** The first rule that keeps a time closed. */
const againstTime = (slots: readonly Slot[], time: string) => slots.find((slot) => !slot.open && timeOf(slot) === time)?.closedBy?.[0]

/** A day that is still shown may be one of the venue before. */
const offeredAt = (venueId: string, day: DayAvailability | undefined) => (day?.venueId === venueId ? day.offered : undefined)

/** Of a walk-in that sits only its contact and the like changes; of a new one, what its venue's system lets it choose is asked. */
const asksDay = (row: Row, { venueId, date, walkIn }: Pick<FormValues, 'venueId' | 'date' | 'walkIn'>): boolean =>
  date !== '' && venueId !== '' && !(walkIn && row)

/** The times of a day, for a new booking or one that changes; without a network it says so, and does not wait without a word. */
export const useDay = (input: Sent<typeof availability.day>, { changes, enabled = true }: { changes: boolean; enabled?: boolean }) => {
  const day = useEndpoint(availability.day, input, { ...keepRows, enabled, networkMode: 'always' })
  const away: Away = useAway() && enabled ? (changes ? 'change' : 'new') : undefined
  useWhenBack(() => (enabled ? void day.refetch() : undefined))
  return { day, away }
}

/** What is asked of the book: read from the form, with the day's slots and what speaks against the one that is chosen. */
export const useBookingRequest = ({ form, row, choice }: { form: Form; row: Row; choice: VenueChoice }) => {
  const [venueId, date, time, partySize, areaId, walkIn, email] = useWatch({
    control: form.control,
    name: ['venueId', 'date', 'time', 'partySize', 'areaId', 'walkIn', 'guest.email'],
  })
  const query = { date, partySize, ...(areaId === '' ? {} : { areaId }), explain: true }
  const sensible = asksDay(row, { venueId, date, walkIn }) && isParty(partySize)
  const { day, away } = useDay({ params: { id: venueId }, query }, { changes: row !== undefined, enabled: sensible })
  const slots = (day.isPlaceholderData ? undefined : day.data?.slots) ?? []
  const ownTime = date === row?.serviceOn ? row.startsLocal.slice(11) : undefined
  const asksBook = time !== ownTime && !walkIn
  return {
    venueId,
    time,
    walkIn,
    email,
    day,
    /** Another day's times are no answer while nobody gives one. */
    known: away && day.isPlaceholderData ? undefined : day.data,
    slots,
    away,
    ownTime,
    offered: row ? undefined : offeredAt(venueId, day.data),
    closed: asksBook ? againstTime(slots, time) : undefined,
    zone: choice.byId.get(venueId)?.timezone ?? choice.zone,
    /** Another text as soon as something of it changes. */
    text: JSON.stringify([venueId, date, time, partySize, areaId, walkIn]),
  }
}

type SaveOptions = { notify: boolean; override?: boolean }
type BookingOf = {
  form: Form
  request: ReturnType<typeof useBookingRequest>
  row: Row
  onSaved: (saved: Reservation, notified: boolean) => void
}

/** Saving what was typed, and what the server refused of it. */
export const useBooking = ({ form, request, row, onSaved }: BookingOf) => {
  const t = useT()
  const save = useSaveReservation()
  /** What was refused; as soon as something of it changes, the words about it and the offer to book anyway are gone. */
  const [refusedFor, setRefusedFor] = useState<{ text: string; byBook: boolean }>()
  const onError = (error: ApiError): void => {
    setRefusedFor({ text: request.text, byBook: isRefusedByBook(error.code) })
    for (const [name, texts] of Object.entries(error.errors))
      form.setError(fieldOf(name) as 'time', { type: 'server', message: texts.join(' ') }, { shouldFocus: true })
  }
  const { zone, slots, ownTime, closed, offered } = request
  const send = (typed: FormValues, { notify, override = closed !== undefined }: SaveOptions): void => {
    if (save.isPending) return
    if (notify && typed.guest.email.trim() === '')
      return form.setError('guest.email', { message: t('form.emailToTell') }, { shouldFocus: true })
    const startsAt = row && typed.time === ownTime ? row.startsAt : startOf(typed, { zone, slots, now: Date.now() })
    const onSuccess = (saved: Reservation): void => {
      // Nothing of it waits to be saved any more.
      form.reset(typed)
      onSaved(saved, notify)
    }
    const values = { ...typed, duration: chosenDuration(typed.duration, offered).value }
    save.mutate({ values, row, startsAt, notify, override, walkInName: t('walkIn') }, { onSuccess, onError })
  }
  const submit = (options: SaveOptions): void => void form.handleSubmit((typed) => send(typed, options))()
  const asRefused = refusedFor?.text === request.text
  return { save, refused: asRefused && refusedFor.byBook, outdated: refusedFor !== undefined && !asRefused, submit }
}
export type Booking = ReturnType<typeof useBooking>

type Submit = (options: SaveOptions) => void

/** A step of before that has no answer yet goes first: what is saved then builds on it. One that waits for a network is not waited for. */
export const useAfterOwnSteps = (row: Row, submit: Submit): { submit: Submit; waits: boolean } => {
  const underWay = useUnderWay(row?.id)
  const unsent = useUnsent()
  const goesFirst = row !== undefined && underWay && !unsent.includes(row.id)
  const [later, setLater] = useState<SaveOptions>()
  useEffect(() => {
    if (!later || goesFirst) return
    setLater(undefined)
    submit(later)
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the step is answered, or is found to wait for a network
  }, [goesFirst])
  const waits = later !== undefined
  return {
    waits,
    submit: (options) => {
      if (goesFirst) setLater(options)
      else submit(options)
    },
  }
}

/** The newest state comes under what was typed, not over it. */
export const useNewestUnder = ({ form, values, row, reset }: { form: Form; values: FormValues; row: Row; reset: () => void }): void => {
  const shown = useRef(row?.version)
  useEffect(() => {
    if (row?.version === shown.current) return
    shown.current = row?.version
    form.reset(values, { keepDirtyValues: true })
    reset()
  }, [row?.version, form, values, reset])
}
