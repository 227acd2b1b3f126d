import { mdiAlertOutline, mdiCallMerge } from '@mdi/js'
import Button from '@mui/material/Button'
import type { VenueDetail } from '@tablewire/contracts/estate/venue-fields'
import { venueMerge } from '@tablewire/contracts/estate/venue-merge'
import { venues } from '@tablewire/contracts/estate/venues'
import { useState } from 'react'
import { keepRows, useCall, useEndpoint } from '#src/api/query.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { Banner } from '#src/kit/Banner.tsx'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { errorText } from '#src/kit/error-text.ts'
import { FindField, type FindOption } from '#src/kit/form/FindField.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useSettled } from '#src/kit/use-settled.ts'
import { MergeForecastBox } from './MergeForecastBox.tsx'
import { useT } from '../use-t.ts'

type Props = { venue: VenueDetail; onMerged: (kept: VenueDetail) => void }
const offered = 9

/** Venues of the same name stand first: whoever merges two looks for a double. */
const useOthers = ({ id, companyId, name }: VenueDetail, typed: string): FindOption[] => {
  const criteria = useSettled(typed.trim(), 200) || name.slice(0, 60)
  const { data } = useEndpoint(venues.list, { query: { limit: offered, filters: { criteria, companyId } } }, keepRows)
  return (data?.data ?? [])
    .filter((one) => one.id !== id)
    .map((one) => ({ id: one.id, name: one.name, note: [one.address, one.city, one.externalId].filter(Boolean).join(' · ') }))
}

const MergeDialog = ({ venue, onMerged, onClose }: Props & { onClose: () => void }) => {
  const t = useT()
  const [other, setOther] = useState<FindOption>()
  const [typed, setTyped] = useState('')
  const options = useOthers(venue, typed)
  const params = { id: venue.id }
  const forecast = useEndpoint(
    venueMerge.preview,
    { params, query: { other: other?.id ?? venue.id } },
    { enabled: other !== undefined, staleTime: 0, meta: { shown: true } },
  )
  const merge = useCall(venueMerge.merge, { meta: { shown: true } })
  const refused = merge.error ?? (other ? forecast.error : null)
  const done = (kept: VenueDetail): void => {
    onClose()
    onMerged(kept)
    toast.success(t('merge.done', { other: other!.name, name: kept.name }))
  }
  return (
    <ConfirmDialog
      open
      title={t('merge.title', { name: venue.name })}
      confirmLabel={t('merge')}
      danger
      ready={other !== undefined && forecast.data !== undefined && !refused && !forecast.isFetching}
      busy={merge.isPending}
      onConfirm={() => other && merge.mutate({ params, body: { other: other.id } }, { onSuccess: done })}
      onClose={onClose}
    >
      <div style={{ display: 'grid', gap: 16 }}>
        <p style={{ margin: 0 }}>{t('merge.text', { name: venue.name })}</p>
        <FindField
          label={t('merge.find')}
          hint={t('merge.find.hint')}
          value={other?.name ?? ''}
          options={options}
          atOnce
          onType={setTyped}
          onChoose={(found) => {
            merge.reset()
            setOther(found)
            // Chosen once more, it is looked at once more: its guests may be gone by now.
            if (found?.id === other?.id) void forecast.refetch()
          }}
        />
        {refused ? (
          <Banner tone="danger" icon={mdiAlertOutline}>
            {errorText(refused, phrasesNow('kit'))}
          </Banner>
        ) : (
          <MergeForecastBox forecast={other ? forecast.data : undefined} asking={other !== undefined} />
        )}
        {refused ? null : <strong>{t('merge.once')}</strong>}
      </div>
    </ConfirmDialog>
  )
}

/** VE1: this venue is kept, and its double merged into it; what that brings is told before. */
export const MergeVenue = ({ venue, onMerged }: Props) => {
  const t = useT()
  const [open, setOpen] = useState(false)
  if (venue.archivedAt !== null) return null
  return (
    <>
      <Button variant="outlined" color="inherit" startIcon={<Icon path={mdiCallMerge} size={18} />} onClick={() => setOpen(true)}>
        {t('merge')}
      </Button>
      {open ? <MergeDialog venue={venue} onMerged={onMerged} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
