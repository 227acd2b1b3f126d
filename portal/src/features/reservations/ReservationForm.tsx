import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { Reservation } from '@tablewire/contracts/booking/reservations'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useAbility } from '#src/api/ability.ts'
import { Linked } from '#src/kit/Linked.tsx'
import { errorText } from '#src/kit/error-text.ts'
import { lastByKey } from '#src/kit/shortcuts.ts'
import { useNow } from '#src/kit/use-now.ts'
import { useT as useKitT } from '#src/kit/use-t.ts'
import { DurationField } from './DurationField.tsx'
import { ConcurrentChanges } from './form/ConcurrentChanges.tsx'
import { GuestFields, PlaceFields } from './FormFields.tsx'
import type { FormValues } from './reservation-form.ts'
import { SlotPicker, useVerdictText } from './SlotPicker.tsx'
import { type Booking, useAfterOwnSteps, useBooking, useNewestUnder, useBookingRequest } from './use-booking.ts'
import { useT } from './use-t.ts'
import type { VenueChoice } from './VenuePicker.tsx'

const Root = styled('form')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  minHeight: 0,
  '& > h2': { ...theme.typography.h2, margin: 0, padding: '16px 56px 12px 18px' },
  '& > .fields': { display: 'grid', gap: 16, alignContent: 'start', flex: 1, minHeight: 0, overflowY: 'auto', padding: '6px 18px 20px' },
  '& > .foot': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: 8,
    padding: '12px 18px max(12px, env(safe-area-inset-bottom))',
    borderTop: `1px solid ${theme.vars.palette.divider}`,
  },
  '& > .foot > button': { flex: '1 1 auto' },
  '& .labelled': { display: 'grid', gap: 5, fontSize: '0.8125rem', fontWeight: 500 },
  '& .pair': { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 12 },
}))

type ReservationFormProps = {
  values: FormValues
  /** The reservation being changed; undefined books a new one. */
  row: Reservation | undefined
  choice: VenueChoice
  onSaved: (saved: Reservation, notified: boolean) => void
  /** Keeps what is typed, and says so when it was typed before. */
  draft: ReactNode
  /** As it is by now, whatever was shown when the form opened. */
  newest: Reservation | undefined
  onReload: () => void
  /** Asks how the reservation is by now. */
  onLook: () => void
}

type RefusalProps = Pick<Booking, 'save' | 'refused' | 'outdated' | 'submit'> & { mayOverride: boolean; onReload: () => void }

/** What the server said against it as a whole, and the way out: the newest state, or booking anyway. */
const Refusal = ({ save: { error, variables }, refused, outdated, submit, mayOverride, onReload }: RefusalProps) => {
  const t = useT()
  const kitT = useKitT()
  if (!error || (Object.keys(error.errors).length > 0 && !refused)) return null
  if (outdated && error.code !== 'reservation.changed_meanwhile') return null
  const way = (): ReactNode => {
    if (error.code === 'reservation.changed_meanwhile') return <WayOut label={t('form.reload')} onClick={onReload} />
    if (!refused || !mayOverride) return undefined
    return <WayOut autoFocus label={t('form.bookAnyway')} onClick={() => submit({ notify: variables?.notify ?? false, override: true })} />
  }
  return (
    <Alert severity="error" sx={{ margin: '0 18px 12px' }} action={way()}>
      <Linked text={errorText(error, kitT)} />
    </Alert>
  )
}

/** The one thing left to do, where it was the answer to a key. */
const WayOut = ({ label, autoFocus = false, onClick }: { label: string; autoFocus?: boolean; onClick: () => void }) => (
  <Button size="small" color="inherit" autoFocus={autoFocus} onClick={onClick}>
    {label}
  </Button>
)

/** Refused over another's change: without live messages it has not come here by itself. */
const useLook = (error: Booking['save']['error'], onLook: () => void): void => {
  useEffect(() => {
    if (error?.code === 'reservation.changed_meanwhile') onLook()
    // oxlint-disable-next-line react/exhaustive-deps -- once per refusal
  }, [error])
}

type FootProps = Pick<Booking, 'save' | 'submit'> & { closed: boolean; mayTell: boolean; waits: boolean }

/** Save, or save and tell: which of the two is meant depends on whether there is an address to write to; a key does what is meant. */
const Foot = ({ save, submit, closed, mayTell, waits }: FootProps) => {
  const t = useT()
  const isPending = save.isPending || waits
  const telling = save.isPending && save.variables.notify
  const look = (tell: boolean) =>
    tell === mayTell
      ? ({ type: 'submit', variant: 'contained', color: 'primary' } as const)
      : ({ variant: 'outlined', color: 'inherit', onClick: () => submit({ notify: tell }) } as const)
  return (
    <div className="foot">
      <Button {...look(false)} loading={isPending && !telling} disabled={isPending}>
        {closed ? t('form.bookAnyway') : t('form.save')}
      </Button>
      <Button {...look(true)} loading={telling} disabled={isPending}>
        {closed ? t('form.bookAnywayAndTell') : t('form.saveAndTell')}
      </Button>
    </div>
  )
}

/**
 * What is most likely written first takes the focus: the venue, the party; of a reservation that changes, its time. After a touch it would call the
 * keyboard up.
 */
const useFirstField = ({ row, venueId, choice }: Pick<ReservationFormProps, 'row' | 'choice'> & { venueId: string }) => {
  const name = row ? 'edit' : venueId === '' ? 'venue' : 'new'
  // The venues may come later than the form.
  const ready = name !== 'venue' || choice.venues.length > 1
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!ready || !(lastByKey() || matchMedia('(pointer: fine)').matches)) return
    const field = form.current?.querySelector<HTMLElement>(`[data-first="${name}"]`)
    field?.focus()
    if (field instanceof HTMLInputElement && field.type === 'text') field.select()
    // oxlint-disable-next-line react/exhaustive-deps -- once, as it opens
  }, [ready])
  return form
}

export const ReservationForm = ({ values, row, choice, onSaved, draft, newest, onReload, onLook }: ReservationFormProps) => {
  const t = useT()
  const titleId = useId()
  const now = useNow()
  const mayOverride = useAbility().can('override', 'reservation-list')
  const form = useForm<FormValues>({ defaultValues: values, mode: 'onTouched' })
  form.register('time', { validate: (value, all) => all.walkIn || value !== '' || t('form.timeMissing') })
  const request = useBookingRequest({ form, row, choice })
  const { walkIn, venueId, closed } = request
  const booking = useBooking({ form, request, row, onSaved })
  useLook(booking.save.error, onLook)
  useNewestUnder({ form, values, row, reset: booking.save.reset })
  const verdict = useVerdictText(request.zone)
  const root = useFirstField({ row, venueId, choice })
  const mayTell = request.email.trim() !== ''
  const { isPending, isSuccess } = booking.save
  const contested = row && newest && newest.version > row.version && !isPending && !isSuccess ? { opened: row, newest } : undefined
  /** How often it was to be saved while there was something to choose first, about that version. */
  const [asked, setAsked] = useState({ version: 0, times: 0 })
  const times = asked.version === newest?.version ? asked.times : 0
  const { submit, waits } = useAfterOwnSteps(row, (options) => {
    if (contested) setAsked({ version: contested.newest.version, times: times + 1 })
    else booking.submit(options)
  })
  return (
    <FormProvider {...form}>
      <Root
        ref={root}
        noValidate
        aria-labelledby={titleId}
        onSubmit={(event) => {
          event.preventDefault()
          submit({ notify: mayTell })
        }}
      >
        <h2 id={titleId}>{row ? t('form.change') : t('form.new')}</h2>
        <div className="fields">
          {draft}
          <PlaceFields choice={choice} editing={row !== undefined} now={now} />
          {(walkIn && !row) || venueId === '' ? null : (
            <SlotPicker
              day={request.known}
              loading={request.day.isFetching}
              unknown={request.day.error}
              away={request.away}
              time={request.time}
              ownTime={request.ownTime}
              mayOverride={mayOverride}
              error={form.formState.errors.time?.message}
              onChange={(next) => form.setValue('time', next, { shouldDirty: true, shouldValidate: true })}
            />
          )}
          <DurationField offered={request.offered} />
          {closed ? <Alert severity="warning">{t('form.overLimits', { reason: verdict(closed) })}</Alert> : null}
          <GuestFields walkIn={walkIn} venueId={venueId} fresh={row === undefined} />
        </div>
        {contested ? (
          <ConcurrentChanges {...contested} asked={times} onReload={onReload} />
        ) : (
          <Refusal {...booking} mayOverride={mayOverride} onReload={onReload} />
        )}
        <Foot save={booking.save} submit={submit} closed={closed !== undefined} mayTell={mayTell} waits={waits} />
      </Root>
    </FormProvider>
  )
}
