import { mdiImagePlusOutline } from '@mdi/js'
import { styled } from '@mui/material/styles'
import type { ListingPhoto } from '@tablewire/contracts/listing/profile'
import { useState } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { FileButton } from '#src/kit/form/FileButton.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { CutDialog } from './CutDialog.tsx'
import type { ListingForm } from './listing-form.ts'
import { PhotoCard } from './PhotoCard.tsx'
import { useAddPhotos } from './use-add-photos.ts'
import { useT } from './use-t.ts'

const Drop = styled(FileButton)({ minHeight: 96, padding: 14, '&[aria-busy="true"]': { opacity: 0.6 } })
const Grid = styled('ol')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 240px), 1fr))',
  gap: 16,
  margin: '18px 0 0',
  padding: 0,
  listStyle: 'none',
})
const Hint = styled('p')(({ theme }) => ({
  ...theme.typography.caption,
  margin: '6px 0 0',
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
  color: theme.vars.palette.text.secondary,
  '&[role="alert"]': { color: theme.vars.palette.tone.danger.text },
}))

/** Whoever works by keyboard goes on where he was, once the photos stand in their new order. */
const focusSoon = (id: string): void => {
  setTimeout(() => document.getElementById(id)?.focus(), 0)
}

type PhotosTabProps = { form: UseFormReturn<ListingForm>; venueId: string; disabled: boolean }

export const PhotosTab = ({ form, venueId, disabled }: PhotosTabProps) => {
  const t = useT()
  const { field, fieldState } = useController({ control: form.control, name: 'photos' })
  const photos = field.value
  const [cutting, setCutting] = useState<ListingPhoto>()
  const { send, waiting, refusals } = useAddPhotos(form, venueId)
  const put = (nth: number, photo: ListingPhoto): void => field.onChange(photos.map((one, at) => (at === nth ? photo : one)))
  const move = (nth: number, by: number): void => {
    const next = [...photos]
    const [moved] = next.splice(nth, 1)
    next.splice(nth + by, 0, moved!)
    field.onChange(next)
    focusSoon(`photo-${moved!.id}-${by < 0 ? 'before' : 'after'}`)
  }
  const remove = (nth: number): void => {
    const left = photos.filter((_, at) => at !== nth)
    field.onChange(left)
    const next = left[Math.min(nth, left.length - 1)]
    focusSoon(next ? `photo-${next.id}-remove` : 'listing-photo-add')
  }
  const wrong = refusals.length ? refusals.join('\n') : fieldState.error?.message
  return (
    <FormSection title={t('s.photos')} hint={t('s.photos.hint')}>
      <Drop
        id="listing-photo-add"
        accept=".jpg,.jpeg,.png,.webp,.avif"
        testId="file-photo"
        disabled={disabled}
        aria-busy={waiting > 0}
        data-wrong={wrong !== undefined}
        many
        onFiles={send}
      >
        <Icon path={mdiImagePlusOutline} size={26} />
        {waiting ? t('photo.busy', { count: waiting }) : t('photo.add')}
      </Drop>
      {wrong ? <Hint role="alert">{wrong}</Hint> : photos.length ? null : <Hint>{t('photo.none')}</Hint>}
      <Grid>
        {photos.map((photo, nth) => (
          <PhotoCard
            key={photo.id}
            photo={photo}
            nth={nth}
            last={nth === photos.length - 1}
            onChange={(next) => put(nth, next)}
            onMove={(by) => move(nth, by)}
            onCut={() => setCutting(photo)}
            onRemove={() => remove(nth)}
          />
        ))}
      </Grid>
      {cutting ? (
        <CutDialog
          venueId={venueId}
          photo={cutting}
          onCut={(made) => {
            // As they are now: others may have come while it was cut.
            field.onChange(form.getValues('photos').map((one) => (one.id === cutting.id ? { ...one, ...made } : one)))
            setCutting(undefined)
          }}
          onClose={() => setCutting(undefined)}
        />
      ) : null}
    </FormSection>
  )
}
