import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import { onboarding, type OnboardingDetail } from '@tablewire/contracts/onboarding/onboarding'
import { isOpen } from '@tablewire/contracts/onboarding/onboarding.rules'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useFoundVenues, useVenueName } from '#src/api/finds.ts'
import { useCall } from '#src/api/query.ts'
import { ChangedNote } from '#src/kit/form/ChangedNote.tsx'
import { DialogForm } from '#src/kit/form/DialogForm.tsx'
import { FieldGrid, TextInput } from '#src/kit/form/Fields.tsx'
import { FindField } from '#src/kit/form/FindField.tsx'
import { StaleDialog } from '#src/kit/form/StaleDialog.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useTyped } from '#src/kit/use-typed.ts'
import { useT } from '../use-t.ts'
import { useReloadRequests } from './use-live-requests.ts'
import { type FormProps, useRequestForm } from './use-request-form.ts'

type IdsForm = { rmsVenueId: string; bookingChannelVenueId: string; mozrestId: string }

/** Each side what it may say: what the other one says meanwhile is no matter of this form. */
const formOf = ({ side, ...request }: OnboardingDetail): IdsForm => ({
  rmsVenueId: (side === 'bc' ? null : request.rmsVenueId) ?? '',
  bookingChannelVenueId: (side === 'rms' ? null : request.bookingChannelVenueId) ?? '',
  mozrestId: (side === 'bc' ? null : request.mozrestId) ?? '',
})
const changesOf = (before: IdsForm, { rmsVenueId, bookingChannelVenueId, mozrestId }: IdsForm) => {
  const rms = rmsVenueId.trim()
  const bc = bookingChannelVenueId.trim()
  return {
    ...(rms !== '' && rms !== before.rmsVenueId ? { rmsVenueId: rms } : {}),
    ...(bc === before.bookingChannelVenueId ? {} : { bookingChannelVenueId: bc || null }),
    ...(mozrestId !== '' && mozrestId !== before.mozrestId ? { mozrestId } : {}),
  }
}

const useIdsForm = ({ request, onClose }: FormProps) => {
  const t = useT()
  const reload = useReloadRequests()
  const provide = useCall(onboarding.provide, { meta: { shown: true }, onSettled: () => void reload() })
  const giving = useRequestForm(request, {
    of: 'ids',
    formOf,
    changesOf,
    send: provide.mutateAsync,
    done: () => {
      toast.success(t('r.ids.saved'))
      onClose()
    },
    fields: ['rmsVenueId', 'bookingChannelVenueId', 'mozrestId'],
    fieldOfCode: {
      'onboarding.venue_unknown': 'rmsVenueId',
      'remote.unreachable': 'rmsVenueId',
      'onboarding.open_already': request.side === 'bc' ? 'bookingChannelVenueId' : 'rmsVenueId',
      'onboarding.venue_elsewhere': 'mozrestId',
      'venue.not_found': 'mozrestId',
    },
  })
  return { ...giving, saving: provide.isPending }
}

type Giving = ReturnType<typeof useIdsForm>

const OwnVenue = ({ form }: Pick<Giving, 'form'>) => {
  const t = useT()
  const [search, setText] = useTyped()
  const { options } = useFoundVenues(search)
  const chosen = useWatch({ control: form.control, name: 'mozrestId' })
  const name = useVenueName(chosen || undefined)
  return (
    <FindField
      label={t('r.f.mozrestId')}
      hint={t('r.f.mozrestId.hint')}
      error={form.formState.errors.mozrestId?.message}
      value={name}
      options={options}
      atOnce
      onType={setText}
      onChoose={({ id }) => form.setValue('mozrestId', id, { shouldDirty: true })}
    />
  )
}

const labels = {
  rmsVenueId: 'r.f.rmsVenueId',
  bookingChannelVenueId: 'r.f.bookingChannelVenueId',
  mozrestId: 'r.f.mozrestId',
} as const satisfies Record<keyof IdsForm, string>

/** The ids that somebody else saved meanwhile beside those given here; of our own restaurant its name. */
const IdsStale = ({ stale, merge, closeStale }: { stale: NonNullable<Giving['stale']> } & Pick<Giving, 'merge' | 'closeStale'>) => {
  const t = useT()
  const { before, theirs, mine } = stale
  const names = new Map([
    [before.mozrestId, useVenueName(before.mozrestId || undefined)],
    [theirs.mozrestId, useVenueName(theirs.mozrestId || undefined)],
    [mine.mozrestId, useVenueName(mine.mozrestId || undefined)],
  ])
  return (
    <StaleDialog
      {...stale}
      labelOf={(field) => t(labels[field])}
      textOf={(field, value) => (field === 'mozrestId' ? names.get(value as string) : (value as string)) || '–'}
      onSave={merge}
      onClose={closeStale}
    />
  )
}

const IdsDialog = (props: FormProps) => {
  const t = useT()
  const titleId = useId()
  const { form, opened, draft, save, saving, changed, stale, merge, closeStale } = useIdsForm(props)
  const { side, system, channel } = opened
  const text = { autoComplete: 'off', slotProps: { htmlInput: { maxLength: 200, spellCheck: false } } } as const
  return (
    <Dialog open onClose={props.onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{t('r.ids')}</DialogTitle>
      <DialogForm draft={draft} saveLabel={t('r.ids.save')} saving={saving} onSave={save} onClose={props.onClose}>
        <ChangedNote {...changed} />
        <FieldGrid>
          {side === 'bc' ? null : (
            <>
              <TextInput
                control={form.control}
                name="rmsVenueId"
                label={t('r.f.rmsVenueId')}
                hint={t('r.f.rmsVenueId.hint', { system: system.name })}
                required={opened.rmsVenueId !== null}
                {...text}
              />
              <OwnVenue form={form} />
            </>
          )}
          {side === 'rms' ? null : (
            <TextInput
              control={form.control}
              name="bookingChannelVenueId"
              label={t('r.f.bookingChannelVenueId')}
              hint={t('r.f.bookingChannelVenueId.hint', { channel: channel.name })}
              {...text}
            />
          )}
        </FieldGrid>
      </DialogForm>
      {stale ? <IdsStale stale={stale} merge={merge} closeStale={closeStale} /> : null}
    </Dialog>
  )
}

/** How the venue is called on the reader's own side. */
export const ProvideIds = ({ request }: { request: OnboardingDetail }) => {
  const t = useT()
  const [asks, setAsks] = useState(false)
  const { side, status, rmsVenueId, bookingChannelVenueId } = request
  if (side === 'venue' || !isOpen(status)) return null
  const first = side === 'bc' ? bookingChannelVenueId === null : rmsVenueId === null
  return (
    <>
      <Button variant={first ? 'contained' : 'outlined'} onClick={() => setAsks(true)}>
        {t(first ? 'r.ids.provide' : 'r.ids.change')}
      </Button>
      {asks ? <IdsDialog request={request} onClose={() => setAsks(false)} /> : null}
    </>
  )
}
