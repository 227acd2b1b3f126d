import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { Reservation } from '@tablewire/contracts/reservations'
import { availability } from '@tablewire/contracts/venues'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useAbility } from '#src/api/ability.ts'
import type { ApiError } from '#src/api/api-error.ts'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { errorText } from '#src/kit/error-text.ts'
import { useNow } from '#src/kit/use-now.ts'
import { useT as useKitT } from '#src/kit/use-t.ts'
import { GuestFields, PlaceFields } from './FormFields.tsx'
import { fieldOf, type FormValues, startOf, timeOf } from './reservation-form.ts'
import { SlotPicker, useVerdictText } from './SlotPicker.tsx'
import { useSaveReservation } from './use-moves.ts'
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
  onSaved: (saved: Reservation) => void
  /** Keeps what is typed, and says so when it was typed before. */
  draft: ReactNode
  onReload: () => void
}

const refusedByBook = (error: ApiError | null): boolean => error?.code === 'slot.closed' || error?.code === 'slot.taken'

export const ReservationForm = ({ values, row, choice, onSaved, draft, onReload }: ReservationFormProps) => {
  const t = useT()
  const kitT = useKitT()
  const titleId = useId()
  const now = useNow()
  const mayOverride = useAbility().can('override', 'reservation-list')
  const form = useForm<FormValues>({ defaultValues: values, mode: 'onTouched' })
  const { errors } = form.formState
  form.register('time', { validate: (value, all) => all.walkIn || value !== '' || t('form.timeMissing') })
  const [venueId, date, time, partySize, areaId, walkIn, email] = useWatch({
    control: form.control,
    name: ['venueId', 'date', 'time', 'partySize', 'areaId', 'walkIn', 'guest.email'],
  })
  const zone = choice.byId.get(venueId)?.timezone ?? choice.zone
  const asked = { date, partySize, ...(areaId === '' ? {} : { areaId }), explain: true }
  const day = useEndpoint(
    availability.day,
    { params: { id: venueId }, query: asked },
    { ...keepRows, enabled: date !== '' && partySize >= 1 && partySize <= 1000 && !walkIn && venueId !== '' },
  )
  const slots = day.isPlaceholderData ? [] : (day.data?.slots ?? [])
  const chosen = slots.find((slot) => timeOf(slot) === time)
  const ownTime = row && date === row.serviceOn ? row.startsLocal.slice(11) : undefined
  const closed = chosen && !chosen.open && time !== ownTime && !walkIn ? chosen.closedBy?.[0] : undefined
  const verdict = useVerdictText(zone)
  const save = useSaveReservation()
  /** What the book refused; as soon as something of it changes, the offer to book anyway is gone. */
  const [refusedFor, setRefusedFor] = useState<string>()
  const wish = JSON.stringify([venueId, date, time, partySize, areaId, walkIn])
  const refused = refusedFor === wish
  // The newest state comes under what was typed, not over it.
  const shown = useRef(row?.version)
  const { reset } = save
  useEffect(() => {
    if (row?.version === shown.current) return
    shown.current = row?.version
    form.reset(values, { keepDirtyValues: true })
    reset()
  }, [row?.version, form, values, reset])

  const showRefusal = (error: ApiError): void => {
    setRefusedFor(refusedByBook(error) ? wish : undefined)
    for (const [name, texts] of Object.entries(error.errors))
      form.setError(fieldOf(name) as 'time', { type: 'server', message: texts.join(' ') }, { shouldFocus: true })
  }
  const submit = (notify: boolean, override = closed !== undefined) =>
    form.handleSubmit((typed) => {
      if (save.isPending) return
      if (notify && typed.guest.email.trim() === '')
        return form.setError('guest.email', { message: t('form.emailToTell') }, { shouldFocus: true })
      const startsAt = row && typed.time === ownTime ? row.startsAt : startOf(typed, { zone, slots, now: Date.now() })
      save.mutate(
        { values: typed, row, startsAt, notify, override, walkInName: t('walkIn') },
        {
          onSuccess: (saved) => {
            // Nothing of it waits to be saved any more.
            form.reset(typed)
            onSaved(saved)
          },
          onError: showRefusal,
        },
      )
    })()

  const stale = save.error?.code === 'reservation.changed_meanwhile'
  const general = save.error && Object.keys(save.error.errors).length === 0
  return (
    <FormProvider {...form}>
      <Root
        noValidate
        aria-labelledby={titleId}
        onSubmit={(event) => {
          event.preventDefault()
          void submit(false)
        }}
      >
        <h2 id={titleId}>{row ? t('form.change') : t('form.new')}</h2>
        <div className="fields">
          {draft}
          <PlaceFields choice={choice} editing={row !== undefined} now={now} />
          {(walkIn && !row) || venueId === '' ? null : (
            <SlotPicker
              day={day.data}
              loading={day.isFetching}
              time={time}
              ownTime={ownTime}
              mayOverride={mayOverride}
              error={errors.time?.message}
              onChange={(next) => form.setValue('time', next, { shouldDirty: true, shouldValidate: true })}
            />
          )}
          {closed ? <Alert severity="warning">{t('form.overLimits', { reason: verdict(closed) })}</Alert> : null}
          <GuestFields walkIn={walkIn} venueId={venueId} fresh={row === undefined} />
        </div>
        {save.error && (general || refused) ? (
          <Alert
            severity="error"
            sx={{ margin: '0 18px 12px' }}
            action={
              stale ? (
                <Button size="small" color="inherit" onClick={onReload}>
                  {t('form.reload')}
                </Button>
              ) : refused && mayOverride ? (
                <Button size="small" color="inherit" onClick={() => void submit(save.variables?.notify ?? false, true)}>
                  {t('form.bookAnyway')}
                </Button>
              ) : undefined
            }
          >
            {errorText(save.error, kitT)}
          </Alert>
        ) : null}
        <div className="foot">
          <Button
            type="submit"
            variant={email.trim() === '' ? 'contained' : 'outlined'}
            color={email.trim() === '' ? 'primary' : 'inherit'}
            loading={save.isPending && !save.variables.notify}
            disabled={save.isPending}
          >
            {closed ? t('form.bookAnyway') : t('form.save')}
          </Button>
          <Button
            variant={email.trim() === '' ? 'outlined' : 'contained'}
            color={email.trim() === '' ? 'inherit' : 'primary'}
            loading={save.isPending && save.variables.notify}
            disabled={save.isPending}
            onClick={() => void submit(true)}
          >
            {t('form.saveAndTell')}
          </Button>
        </div>
      </Root>
    </FormProvider>
  )
}
