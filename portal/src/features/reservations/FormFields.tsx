import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { styled } from '@mui/material/styles'
import { type ReservationRow, reservations } from '@tablewire/contracts/booking/reservations'
import { venues } from '@tablewire/contracts/estate/venues'
import { langs } from '@tablewire/contracts/kit/wire'
import { Controller, type FieldPath, useFormContext, useWatch } from 'react-hook-form'
import { useEndpoint } from '#src/api/query.ts'
import { DayField } from '#src/kit/DayField.tsx'
import { formatClock } from '#src/kit/format.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { useSettled } from '#src/kit/use-settled.ts'
import { guestName } from './guest-name.ts'
import type { FormValues } from './reservation-form.ts'
import { PartyField } from './form/PartyField.tsx'
import { useT } from './use-t.ts'
import { byName, type VenueChoice } from './VenuePicker.tsx'

const AreaField = ({ venueId }: { venueId: string }) => {
  const t = useT()
  const { register, control } = useFormContext<FormValues>()
  const areaId = useWatch({ control, name: 'areaId' })
  const areas = useEndpoint(venues.areas, { params: { id: venueId } }, { staleTime: 600_000, enabled: venueId !== '' })
  const list = areas.data ?? []
  if (list.length < 2) return null
  return (
    <TextField
      select
      label={t('form.area')}
      value={areaId}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true }, htmlInput: register('areaId') }}
    >
      <option value="">{t('form.anyArea')}</option>
      {list.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </TextField>
  )
}

const venuesAtMost = 300

/** Where, when and how many. */
export const PlaceFields = ({ choice, editing, now }: { choice: VenueChoice; editing: boolean; now: number }) => {
  const t = useT()
  const { register, setValue, control, formState } = useFormContext<FormValues>()
  const [venueId, walkIn, date] = useWatch({ control, name: ['venueId', 'walkIn', 'date'] })
  const zone = choice.byId.get(venueId)?.timezone
  register('venueId', { required: t('form.chooseVenue') })
  const venueMissing = formState.errors.venueId?.message
  // Nobody scrolls through thousands; who has so many has chosen some of them above the list.
  const offered = byName(choice.venues.length <= venuesAtMost ? choice.venues : choice.chosen.slice(0, venuesAtMost))
  return (
    <>
      {choice.venues.length > 1 && !editing ? (
        <TextField
          select
          label={t('form.venue')}
          value={venueId}
          required
          error={venueMissing !== undefined}
          helperText={venueMissing ?? (offered.length < choice.total ? t('form.venueHint') : undefined)}
          onChange={({ target }) => {
            setValue('venueId', target.value, { shouldDirty: true, shouldValidate: true })
            setValue('areaId', '')
          }}
          slotProps={{ select: { native: true }, htmlInput: { 'data-first': 'venue' } }}
        >
          <option value="">{t('form.chooseVenue')}</option>
          {offered.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </TextField>
      ) : null}
      {editing ? null : (
        <Controller
          control={control}
          name="walkIn"
          render={({ field }) => (
            <FormControlLabel
              sx={{ marginTop: '-6px', marginBottom: '-8px' }}
              control={<Checkbox checked={field.value} onChange={(_event, checked) => field.onChange(checked)} />}
              label={walkIn ? t('form.walkInNow', { time: formatClock(new Date(now).toISOString(), zone) }) : t('form.walkIn')}
            />
          )}
        />
      )}
      {walkIn && !editing ? (
        <Controller
          control={control}
          name="seatNow"
          render={({ field }) => (
            <FormControlLabel
              sx={{ marginTop: '-12px', marginBottom: '-8px' }}
              control={<Checkbox checked={field.value} onChange={(_event, checked) => field.onChange(checked)} />}
              label={t('form.seatNow')}
            />
          )}
        />
      ) : null}
      <PartyField />
      <div className="pair">
        {walkIn && !editing ? null : (
          <div className="labelled">
            <span aria-hidden="true">{t('form.date')}</span>
            <DayField
              variant="outlined"
              date={date}
              label={t('form.date')}
              onDate={(next) => setValue('date', next, { shouldDirty: true })}
            />
          </div>
        )}
        <AreaField venueId={venueId} />
      </div>
    </>
  )
}

const Known = styled('fieldset')(({ theme }) => ({
  display: 'flex',
  minWidth: 0,
  margin: 0,
  border: 0,
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 6,
  padding: '8px 10px',
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.ground.hover,
  fontSize: '0.8125rem',
  '& > span': { width: '100%', color: theme.vars.palette.text.secondary },
}))

const isEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Guests who were here before, found by number, mail or name while it is being typed: one touch instead of five fields. */
const KnownGuests = ({ venueId }: { venueId: string }) => {
  const t = useT()
  const { control, setValue } = useFormContext<FormValues>()
  const guest = useWatch({ control, name: 'guest' })
  const typed = [guest.phone, guest.email, guest.lastName].map((text) => text.trim()).find((text) => text.length >= 3) ?? ''
  const q = useSettled(typed, 250)
  const found = useEndpoint(
    reservations.list,
    { query: { limit: 20, sort: '-createdAt', filters: { venueId: [venueId], q } } },
    { enabled: q !== '' && venueId !== '', staleTime: 60_000, meta: { shown: true } },
  )
  const byContact = new Map<string, ReservationRow>()
  for (const row of found.data?.data ?? []) {
    const contact = row.guest.phone ?? row.guest.email
    if (contact && !byContact.has(contact)) byContact.set(contact, row)
  }
  const others = [...byContact.values()]
    .filter((row) => row.guest.phone !== guest.phone || row.guest.lastName !== guest.lastName)
    .slice(0, 3)
  if (q === '' || others.length === 0) return null
  const take = (row: ReservationRow): void => {
    const { firstName, lastName, email, phone, lang } = row.guest
    setValue(
      'guest',
      { firstName, lastName, email: email ?? '', phone: phone ?? '', lang: lang ?? '' },
      { shouldDirty: true, shouldValidate: true },
    )
  }
  return (
    <Known aria-label={t('form.known')}>
      <span>{t('form.known')}</span>
      {others.map((row) => (
        <Button key={row.id} size="small" variant="outlined" color="inherit" onClick={() => take(row)}>
          {guestName(row)} · {row.guest.phone ?? row.guest.email}
        </Button>
      ))}
    </Known>
  )
}

export const GuestFields = ({ walkIn, venueId, fresh }: { walkIn: boolean; venueId: string; fresh: boolean }) => {
  const t = useT()
  const { register, control, formState } = useFormContext<FormValues>()
  const lang = useWatch({ control, name: 'guest.lang' })
  const { errors } = formState
  const guestErrors = errors.guest
  const problem = (name: FieldPath<FormValues>): string | undefined => {
    if (name.startsWith('guest.')) return guestErrors?.[name.slice(6) as keyof FormValues['guest']]?.message
    return errors[name as 'notes' | 'tags']?.message
  }
  const bound = (name: FieldPath<FormValues>, rules: Parameters<typeof register>[1] = {}) => {
    const text = problem(name)
    const { ref, ...field } = register(name, rules as never)
    return { ...field, inputRef: ref, error: text !== undefined, ...(text ? { helperText: text } : {}) }
  }
  const lastName = walkIn ? {} : { validate: (text: unknown) => String(text).trim() !== '' || t('field.required') }
  const email = { validate: (text: unknown) => String(text).trim() === '' || isEmail.test(String(text).trim()) || t('field.email') }
  return (
    <>
      <div className="pair">
        <TextField label={t('guest.firstName')} autoComplete="off" {...bound('guest.firstName')} />
        <TextField label={t('guest.lastName')} required={!walkIn} autoComplete="off" {...bound('guest.lastName', lastName)} />
      </div>
      <div className="pair">
        <TextField label={t('guest.phone')} type="tel" autoComplete="off" {...bound('guest.phone')} />
        <TextField label={t('guest.email')} type="email" autoComplete="off" {...bound('guest.email', email)} />
      </div>
      {fresh ? <KnownGuests venueId={venueId} /> : null}
      <TextField label={t('form.notes')} multiline minRows={2} slotProps={{ htmlInput: { maxLength: 2000 } }} {...bound('notes')} />
      <div className="pair">
        <TextField label={t('form.tags')} placeholder={t('form.tagsHint')} {...bound('tags')} />
        <TextField
          select
          label={t('guest.lang')}
          value={lang}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true }, htmlInput: register('guest.lang') }}
        >
          <option value="">{t('guest.langUnknown')}</option>
          {langs.map((one) => (
            <option key={one} value={one}>
              {t(`lang.${one}`)}
            </option>
          ))}
        </TextField>
      </div>
    </>
  )
}
