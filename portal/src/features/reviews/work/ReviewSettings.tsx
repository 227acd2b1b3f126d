import { reviewWork, type ReviewSettings as Settings } from '@tablewire/contracts/reviews/review-work'
import { useState } from 'react'
import { useFoundVenues, useVenueName } from '#src/api/finds.ts'
import { keyOf, queryClient, useCall, useEndpoint } from '#src/api/query.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { FindField } from '#src/kit/form/FindField.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useTyped } from '#src/kit/use-typed.ts'
import { useT } from '../use-t.ts'

const asksOffered = [2, 12, 20, 48] as const
const hoursOffered = [4, 12, 24, 48, 72, 168] as const

const Asking = ({ settings, onChange }: { settings: Settings; onChange: (settings: Settings) => void }) => {
  const t = useT()
  const { askGuests, askAfterHours } = settings
  const hours = [...new Set([...asksOffered, askAfterHours])].toSorted((a, b) => a - b)
  return (
    <TextField
      select
      label={t('work.settings.ask')}
      helperText={t('work.settings.ask.hint')}
      value={askGuests ? String(askAfterHours) : ''}
      onChange={({ target }) =>
        onChange({
          ...settings,
          askGuests: target.value !== '',
          askAfterHours: target.value === '' ? askAfterHours : Number(target.value),
        })
      }
    >
      <option value="">{t('work.settings.never')}</option>
      {hours.map((count) => (
        <option key={count} value={count}>
          {t('work.settings.hours', { count })}
        </option>
      ))}
    </TextField>
  )
}

const Hours = ({ settings, onChange }: { settings: Settings; onChange: (settings: Settings) => void }) => {
  const t = useT()
  const { escalateAfterHours } = settings
  const hours = [...new Set([...hoursOffered, ...(escalateAfterHours === null ? [] : [escalateAfterHours])])].toSorted((a, b) => a - b)
  return (
    <TextField
      select
      label={t('work.settings.escalate')}
      helperText={t('work.settings.escalate.hint')}
      value={String(escalateAfterHours ?? '')}
      onChange={({ target }) => onChange({ ...settings, escalateAfterHours: target.value === '' ? null : Number(target.value) })}
    >
      <option value="">{t('work.settings.never')}</option>
      {hours.map((count) => (
        <option key={count} value={count}>
          {t('work.settings.hours', { count })}
        </option>
      ))}
    </TextField>
  )
}

/** What one venue wants of reviews. */
export const ReviewSettings = ({ venue, onClose }: { venue: string | undefined; onClose: () => void }) => {
  const t = useT()
  const [search, setText] = useTyped()
  const { options } = useFoundVenues(search)
  const [venueId, setVenueId] = useState(venue)
  const chosen = useVenueName(venueId)
  const asked = { params: { id: venueId ?? '' } }
  const kept = useEndpoint(reviewWork.settings, asked, { enabled: venueId !== undefined })
  const [changed, setChanged] = useState<Settings>()
  const settings = changed ?? kept.data
  const save = useCall(reviewWork.saveSettings, {
    onSuccess: (fresh) => {
      queryClient.setQueryData(keyOf(reviewWork.settings, asked), fresh)
      toast.success(t('work.settings.saved'))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      title={t('work.settings')}
      confirmLabel={t('work.settings.save')}
      ready={changed !== undefined && venueId !== undefined}
      busy={save.isPending}
      onClose={onClose}
      onConfirm={() => changed && save.mutate({ ...asked, body: changed })}
    >
      <div style={{ display: 'grid', gap: 18, minHeight: 260, alignContent: 'start' }}>
        <FindField
          label={t('c.venue')}
          value={chosen}
          options={options}
          onType={setText}
          onChoose={({ id }) => {
            setVenueId(id)
            setChanged(undefined)
          }}
        />
        {settings ? (
          <>
            <Asking settings={settings} onChange={setChanged} />
            <Hours settings={settings} onChange={setChanged} />
          </>
        ) : null}
      </div>
    </ConfirmDialog>
  )
}
