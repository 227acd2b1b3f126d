import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import { onboarding, type OnboardingDetail } from '@tablewire/contracts/onboarding/onboarding'
import { isOpen } from '@tablewire/contracts/onboarding/onboarding.rules'
import { useId, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useFoundVenues, useVenueName } from '#src/api/finds.ts'
import { useCall } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { DialogForm } from '#src/kit/form/DialogForm.tsx'
import { FieldGrid, TextInput } from '#src/kit/form/Fields.tsx'
import { FindField } from '#src/kit/form/FindField.tsx'
import { useDraft } from '#src/kit/form/use-draft.ts'
import { useShowRefusal } from '#src/kit/form/use-show-refusal.ts'
import { toast } from '#src/kit/toasts.ts'
import { useTyped } from '#src/kit/use-typed.ts'
import { useT } from '../use-t.ts'
import { useReloadRequests } from './use-live-requests.ts'

type IdsForm = { rmsVenueId: string; bookingChannelVenueId: string; mozrestId: string }
type IdsProps = { request: OnboardingDetail; onClose: () => void }

/** Only what was changed is said anew: the other side may have said more meanwhile. */
const changesOf = (request: OnboardingDetail, { rmsVenueId, bookingChannelVenueId, mozrestId }: IdsForm) => {
  const rms = rmsVenueId.trim()
  const bc = bookingChannelVenueId.trim() || null
  return {
    ...(rms !== '' && rms !== request.rmsVenueId ? { rmsVenueId: rms } : {}),
    ...(bc === request.bookingChannelVenueId ? {} : { bookingChannelVenueId: bc }),
    ...(mozrestId !== '' && mozrestId !== request.mozrestId ? { mozrestId } : {}),
  }
}

const useIdsForm = ({ request, onClose }: IdsProps) => {
  const t = useT()
  const { userData } = useSession()
  const reload = useReloadRequests()
  const { id, version } = request
  const form = useForm<IdsForm>({
    defaultValues: {
      rmsVenueId: request.rmsVenueId ?? '',
      bookingChannelVenueId: request.bookingChannelVenueId ?? '',
      mozrestId: request.mozrestId ?? '',
    },
  })
  const draft = useDraft(form, { key: `onboarding-ids:${id}`, owner: userData?.id ?? '', of: version })
  const provide = useCall(onboarding.provide, {
    meta: { shown: true },
    onSuccess: () => {
      draft.drop()
      toast.success(t('r.ids.saved'))
      onClose()
    },
    onError: useShowRefusal(form.setError, ['rmsVenueId', 'bookingChannelVenueId', 'mozrestId'], {
      'onboarding.venue_unknown': 'rmsVenueId',
      'remote.unreachable': 'rmsVenueId',
      'onboarding.open_already': request.side === 'bc' ? 'bookingChannelVenueId' : 'rmsVenueId',
      'onboarding.venue_elsewhere': 'mozrestId',
      'venue.not_found': 'mozrestId',
    }),
    onSettled: () => void reload(),
  })
  const save = form.handleSubmit((values) => {
    const changes = changesOf(request, values)
    if (Object.keys(changes).length === 0) onClose()
    else provide.mutate({ params: { id }, body: { version, ...changes } })
  })
  return { form, draft, save, saving: provide.isPending }
}

const OwnVenue = ({ form }: Pick<ReturnType<typeof useIdsForm>, 'form'>) => {
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

const IdsDialog = (props: IdsProps) => {
  const t = useT()
  const titleId = useId()
  const { form, draft, save, saving } = useIdsForm(props)
  const { side, system, channel } = props.request
  const text = { autoComplete: 'off', slotProps: { htmlInput: { maxLength: 200, spellCheck: false } } } as const
  return (
    <Dialog open onClose={props.onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{t('r.ids')}</DialogTitle>
      <DialogForm draft={draft} saveLabel={t('r.ids.save')} saving={saving} onSave={save} onClose={props.onClose}>
        <FieldGrid>
          {side === 'bc' ? null : (
            <>
              <TextInput
                control={form.control}
                name="rmsVenueId"
                label={t('r.f.rmsVenueId')}
                hint={t('r.f.rmsVenueId.hint', { system: system.name })}
                required={props.request.rmsVenueId !== null}
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
