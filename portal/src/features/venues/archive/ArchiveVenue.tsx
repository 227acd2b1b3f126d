import { mdiArchiveArrowDownOutline, mdiArchiveArrowUpOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import type { VenueDetail } from '@tablewire/contracts/estate/venue-fields'
import { venueArchive } from '@tablewire/contracts/estate/venue-archive'
import { useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { useCall } from '#src/api/query.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { errorText } from '#src/kit/error-text.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useT } from '../use-t.ts'

type Props = { venue: VenueDetail; onChanged: (venue: VenueDetail) => void }

/** VE1: out of the lists and back. Guests still to come are told with their number, and whoever has read it may go on. */
export const ArchiveVenue = ({ venue, onChanged }: Props) => {
  const t = useT()
  const [asked, setAsked] = useState(false)
  const [guests, setGuests] = useState<string>()
  const archive = useCall(venueArchive.archive, { meta: { shown: true } })
  const restore = useCall(venueArchive.restore)
  const params = { id: venue.id }
  const close = (): void => {
    setAsked(false)
    setGuests(undefined)
  }
  const bringBack = (): void =>
    restore.mutate(
      { params },
      {
        onSuccess: (fresh) => {
          toast.over(venue.id)
          onChanged(fresh)
          toast.success(t('restore.done', { name: venue.name }))
        },
      },
    )
  const done = (fresh: VenueDetail): void => {
    close()
    onChanged(fresh)
    toast.undoable(venue.id, t('archive.done', { name: venue.name }), { label: t('archive.undo'), run: bringBack })
  }
  const refused = (error: unknown): void => {
    const said = errorText(error, phrasesNow('kit'))
    if (error instanceof ApiError && error.code === 'venue.has_reservations') return setGuests(said)
    close()
    toast.error(said)
  }
  if (venue.archivedAt !== null)
    return (
      <Button
        variant="outlined"
        startIcon={<Icon path={mdiArchiveArrowUpOutline} size={18} />}
        loading={restore.isPending}
        loadingPosition="start"
        onClick={bringBack}
      >
        {t('restore')}
      </Button>
    )
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<Icon path={mdiArchiveArrowDownOutline} size={18} />}
        onClick={() => setAsked(true)}
      >
        {t('archive')}
      </Button>
      <ConfirmDialog
        open={asked}
        title={t('archive.title', { name: venue.name })}
        confirmLabel={t(guests === undefined ? 'archive' : 'archive.anyway')}
        danger
        busy={archive.isPending}
        onConfirm={() => archive.mutate({ params, body: { confirmed: guests !== undefined } }, { onSuccess: done, onError: refused })}
        onClose={close}
      >
        <p style={{ marginBlockStart: 0 }}>{t('archive.text')}</p>
        {guests === undefined ? null : (
          <p role="alert" style={{ marginBlockEnd: 0 }}>
            <strong>{guests}</strong> {t('archive.guests')}
          </p>
        )}
      </ConfirmDialog>
    </>
  )
}
