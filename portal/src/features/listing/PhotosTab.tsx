import { mdiImagePlusOutline } from '@mdi/js'
import { styled } from '@mui/material/styles'
import { listings } from '@tablewire/contracts/listing/listings'
import type { ListingPhoto } from '@tablewire/contracts/listing/profile'
import { listingPhotosMax, photoBytesMax } from '@tablewire/contracts/listing/photo.rules'
import { useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import { useCall } from '#src/api/query.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { base64Of } from '#src/kit/base64.ts'
import { errorText } from '#src/kit/error-text.ts'
import { FileButton } from '#src/kit/form/FileButton.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { CutDialog } from './CutDialog.tsx'
import type { ListingForm } from './listing-form.ts'
import { PhotoCard } from './PhotoCard.tsx'
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
  color: theme.vars.palette.text.secondary,
  '&[role="alert"]': { color: theme.vars.palette.tone.danger.text },
}))
const megabyte = 1024 * 1024

type PhotosTabProps = { control: Control<ListingForm>; venueId: string; disabled: boolean }

export const PhotosTab = ({ control, venueId, disabled }: PhotosTabProps) => {
  const t = useT()
  const { field, fieldState } = useController({ control, name: 'photos' })
  const photos = field.value
  const [refusal, setRefusal] = useState<string>()
  const [cutting, setCutting] = useState<ListingPhoto>()
  const add = useCall(listings.addPhoto, { meta: { shown: true } })
  const send = async (file: File): Promise<void> => {
    if (add.isPending) return
    setRefusal(undefined)
    if (photos.length >= listingPhotosMax) return setRefusal(t('photo.many', { max: listingPhotosMax }))
    // What cannot be taken need not travel.
    const sizes = { given: Math.ceil(file.size / megabyte), limit: photoBytesMax / megabyte }
    if (file.size > photoBytesMax) return setRefusal(t('photo.tooLarge', sizes))
    try {
      const made = await add.mutateAsync({ params: { id: venueId }, body: { content: await base64Of(file) } })
      // Sent twice, it is the same photo.
      if (!photos.some(({ id }) => id === made.id)) field.onChange([...photos, { ...made, kind: 'food', alt: {} }])
    } catch (error) {
      setRefusal(errorText(error, phrasesNow('kit')))
    }
  }
  const put = (nth: number, photo: ListingPhoto): void => field.onChange(photos.map((one, at) => (at === nth ? photo : one)))
  const move = (nth: number, by: number): void => {
    const next = [...photos]
    const [moved] = next.splice(nth, 1)
    next.splice(nth + by, 0, moved!)
    field.onChange(next)
  }
  const wrong = refusal ?? fieldState.error?.message
  return (
    <FormSection title={t('s.photos')} hint={t('s.photos.hint')}>
      <Drop
        id="listing-photo-add"
        accept=".jpg,.jpeg,.png,.webp,.avif"
        testId="file-photo"
        disabled={disabled}
        aria-busy={add.isPending}
        data-wrong={wrong !== undefined}
        onFile={(file) => void send(file)}
      >
        <Icon path={mdiImagePlusOutline} size={26} />
        {t(add.isPending ? 'photo.busy' : 'photo.add')}
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
            onRemove={() => field.onChange(photos.filter((_, at) => at !== nth))}
          />
        ))}
      </Grid>
      {cutting ? (
        <CutDialog
          venueId={venueId}
          photo={cutting}
          onCut={(made) => {
            put(
              photos.findIndex(({ id }) => id === cutting.id),
              { ...cutting, ...made },
            )
            setCutting(undefined)
          }}
          onClose={() => setCutting(undefined)}
        />
      ) : null}
    </FormSection>
  )
}
