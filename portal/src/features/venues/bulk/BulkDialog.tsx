import Dialog from '@mui/material/Dialog'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useQuery } from '@tanstack/react-query'
import { type BulkChange, type BulkPreview, bulkChanges, type VenueSelection } from '@tablewire/contracts/estate/bulk-changes'
import { type ComponentType, useId, useState } from 'react'
import { api } from '#src/api/client.ts'
import { keepRows, keyOf, useCall } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatNumber } from '#src/kit/format.ts'
import { useSettled } from '#src/kit/use-settled.ts'
import { useT } from '../use-t.ts'
import type { BulkKind } from './bulk-kinds.ts'
import { BulkForecast } from './BulkForecast.tsx'
import { shareOf, together } from './forecast.ts'
import { DayForm } from './DayForm.tsx'
import { FieldsForm } from './FieldsForm.tsx'
import { ArchiveForm, BookForm, ChannelForm, type FormProps, GroupForm, RestoreForm } from './PlaceForms.tsx'

const forms: Record<BulkKind, ComponentType<FormProps>> = {
  fields: FieldsForm,
  archive: ArchiveForm,
  restore: RestoreForm,
  group: GroupForm,
  channel: ChannelForm,
  book: BookForm,
  day: DayForm,
}

type Props = { kind: BulkKind; count: number; selection: VenueSelection; onClose: () => void; onStarted: (id: string) => void }

/**
 * What would come of the change that is typed, asked when it has stood for a moment; of thousands part by part, so that it is seen how far it is.
 * `counted`: of exactly this change.
 */
const useForecast = (selection: VenueSelection, change: BulkChange | undefined) => {
  const wanted = change ? JSON.stringify(change) : ''
  const settled = useSettled(wanted, 500)
  const [share, setShare] = useState(0)
  const preview = useQuery({
    ...keepRows,
    queryKey: [...keyOf(bulkChanges.preview), selection, settled],
    enabled: settled !== '',
    meta: { shown: true },
    queryFn: async ({ signal }) => {
      const body = { selection, change: JSON.parse(settled) as BulkChange }
      setShare(0)
      let sum: BulkPreview | undefined
      for (let from: number | null = 0; from !== null; from = sum.next) {
        sum = together(sum, await api(bulkChanges.preview, { body: { ...body, from } }, { signal }))
        if (!signal.aborted) setShare(shareOf(sum))
      }
      return sum
    },
  })
  const isOfThis = wanted !== '' && wanted === settled && !preview.isPlaceholderData
  return { ...preview, share, counted: isOfThis ? preview.data : undefined }
}

/** What the venues chosen are to be given; how many of them change is counted before it is done. */
export const BulkDialog = ({ kind, count, selection, onClose, onStarted }: Props) => {
  const t = useT()
  const titleId = useId()
  const [change, setChange] = useState<BulkChange>()
  const forecast = useForecast(selection, change)
  const start = useCall(bulkChanges.start)
  const { counted } = forecast
  const Form = forms[kind]
  return (
    <Dialog open onClose={start.isPending ? () => undefined : onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <form
        style={{ display: 'contents' }}
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          if (change && counted?.changed) start.mutate({ body: { selection, change } }, { onSuccess: ({ id }) => onStarted(id) })
        }}
      >
        <DialogTitle id={titleId}>
          {t(`bulk.${kind}`)} – {t('bulk.venues', { count, number: formatNumber(count) })}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, paddingBlockStart: '8px !important' }}>
          <Form onChange={setChange} />
          {forecast.isError && change ? (
            <ErrorState error={forecast.error} onRetry={() => void forecast.refetch()} />
          ) : (
            <BulkForecast
              forecast={change ? forecast.data : undefined}
              asking={change !== undefined && counted === undefined}
              share={forecast.share}
            />
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" disabled={start.isPending} onClick={onClose}>
            {t('bulk.cancel')}
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={kind === 'archive' ? 'error' : 'primary'}
            loading={start.isPending}
            disabled={!counted?.changed}
          >
            {counted?.changed ? t('bulk.run', { count: counted.changed, number: formatNumber(counted.changed) }) : t('bulk.change')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
