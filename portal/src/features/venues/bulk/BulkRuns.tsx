import { mdiHistory, mdiStoreAlertOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { bulkChanges, type BulkRun, type BulkVenue } from '@tablewire/contracts/estate/bulk-changes'
import { venues } from '@tablewire/contracts/estate/venues'
import { useEffect } from 'react'
import { keyOf, queryClient, useCall, useEndpoint } from '#src/api/query.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatDate, formatInstant, formatNumber } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { ItemList, ListItem } from '#src/kit/ItemList.tsx'
import { ProgressLine } from '#src/kit/ProgressLine.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { useT } from '../use-t.ts'

const isUnderWay = (run: BulkRun | undefined): boolean => run?.state === 'applying' || run?.state === 'undoing'
/** 0 to 1: of the venues, or of those that are put back. */
const shareOf = ({ state, total, done, counts }: BulkRun): number =>
  state === 'undoing' ? (counts.restored + counts.kept) / Math.max(1, counts.changed) : done / Math.max(1, total)

type T = ReturnType<typeof useT>
/** What was done, by the words of whoever asked for it: which day, which values, which parts of the book. */
const detailOf = (t: T, change: BulkRun['change']): string => {
  if (change.kind === 'day') {
    const { name, fromOn, toOn, openingHours } = change.day
    const [from, to] = [formatDate(fromOn, 'long'), formatDate(toOn, 'long')]
    const hours = openingHours.map((one) => `${one.from}–${one.to}`).join(', ')
    return [name, fromOn === toOn ? from : t('bulk.day.range', { from, to }), hours || t('bulk.day.closed')].join(', ')
  }
  if (change.kind === 'fields') return (Object.keys(change.fields) as (keyof typeof change.fields)[]).map((field) => t(field)).join(', ')
  if (change.kind === 'book') return change.parts.map((part) => t(`bulk.part.${part}`)).join(', ')
  return change.kind === 'channel' ? t(`bulk.move.${change.move}`) : ''
}
const nameOf = (t: T, { change, name }: BulkRun): string =>
  [t(`bulk.${change.kind}`), name, detailOf(t, change)].filter(Boolean).join(' – ')
const countsOf = (t: T, { state, counts }: BulkRun): string => {
  const { changed, unchanged, refused, restored, kept } = counts
  const said = (key: 'bulk.did' | 'bulk.same' | 'bulk.left' | 'bulk.restored' | 'bulk.kept', count: number): string[] =>
    count ? [t(key, { count, number: formatNumber(count) })] : []
  const parts = state === 'undoing' || state === 'undone' ? [...said('bulk.restored', restored), ...said('bulk.kept', kept)] : []
  return [...said('bulk.did', changed), ...said('bulk.same', unchanged), ...said('bulk.left', refused), ...parts].join(' · ')
}

const venuesShown = 30
type Left = { outcome: 'unchanged' | 'refused' } | { undo: 'kept' }

/** The venues that stayed as they were, were left out or could not be put back, each with its reason. */
const LeftVenues = ({ id, left }: { id: string; left: Left }) => {
  const t = useT()
  const { data } = useEndpoint(bulkChanges.venues, { params: { id }, query: { limit: venuesShown, filters: left } })
  if (!data?.total) return null
  const { total } = data
  const plain = 'outcome' in left && left.outcome === 'unchanged' ? t('bulk.stood') : ''
  return (
    <>
      <ItemList>
        {data.data.map((venue: BulkVenue) => (
          <ListItem
            key={venue.id}
            icon={<Icon path={mdiStoreAlertOutline} />}
            title={venue.name ?? venue.id}
            text={[venue.city, venue.reason || plain].filter(Boolean).join(' · ')}
          />
        ))}
      </ItemList>
      {total > venuesShown ? (
        <p style={{ margin: 0 }}>{t('bulk.first', { number: formatNumber(venuesShown), total: formatNumber(total) })}</p>
      ) : null}
    </>
  )
}

/** What can still be taken back, in which words: the rest of one under way, all of it, or what an undo had to leave. */
const undoOf = ({ state, counts }: BulkRun) => {
  if (state === 'applying') return 'bulk.stop'
  if (state === 'applied') return counts.changed > 0 ? 'bulk.undo' : undefined
  return state === 'undone' && counts.kept > 0 ? 'bulk.undoKept' : undefined
}

const leftOf = ({ state }: BulkRun): readonly Left[] =>
  state === 'undone' ? [{ undo: 'kept' }] : [{ outcome: 'refused' }, { outcome: 'unchanged' }]

const RunBody = ({ run }: { run: BulkRun }) => {
  const t = useT()
  const underWay = isUnderWay(run)
  return (
    <>
      <p style={{ margin: 0 }}>
        {t('bulk.by', { name: run.createdByName, at: formatInstant(run.createdAt) })} · {t(`bulk.state.${run.state}`)}
      </p>
      <ProgressLine label={t(`bulk.state.${run.state}`)} value={shareOf(run)} shown={underWay} />
      <output>
        {[underWay ? `${formatNumber(run.done)} / ${formatNumber(run.total)}` : '', countsOf(t, run)].filter(Boolean).join(' · ')}
      </output>
      {underWay ? (
        <p style={{ margin: 0 }}>{t('bulk.leave')}</p>
      ) : (
        leftOf(run).map((left) => <LeftVenues key={Object.values(left)[0]} id={run.id} left={left} />)
      )}
    </>
  )
}

const Run = ({ id, onClose, onBack }: { id: string; onClose: () => void; onBack: () => void }) => {
  const t = useT()
  const query = useEndpoint(
    bulkChanges.get,
    { params: { id } },
    { refetchInterval: ({ state }) => (isUnderWay(state.data) ? 1000 : false) },
  )
  const undo = useCall(bulkChanges.undo)
  const run = query.data
  const back = run && undoOf(run)
  // Once at each end: of the change, and of its undo.
  const over = run && !isUnderWay(run) ? run.state : undefined
  useEffect(() => {
    if (over)
      for (const endpoint of [venues.list, bulkChanges.list, bulkChanges.venues])
        void queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })
  }, [over])
  const takeBack = (): void =>
    undo.mutate({ params: { id } }, { onSettled: () => void queryClient.invalidateQueries({ queryKey: keyOf(bulkChanges.get) }) })
  return (
    <>
      <DialogTitle>{run ? nameOf(t, run) : t('bulk.runs')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start', minHeight: 180 }}>
        {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
        {query.isPending ? <RowsSkeleton rows={3} /> : null}
        {run ? <RunBody run={run} /> : null}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        <Button color="inherit" onClick={onBack}>
          {t('bulk.runs')}
        </Button>
        {back ? (
          <Button variant="outlined" loading={undo.isPending} onClick={takeBack}>
            {t(back)}
          </Button>
        ) : null}
        <Button variant="contained" data-first-focus="" onClick={onClose}>
          {t('bulk.close')}
        </Button>
      </DialogActions>
    </>
  )
}

const Runs = ({ onOpen, onClose }: { onOpen: (id: string) => void; onClose: () => void }) => {
  const t = useT()
  const query = useEndpoint(bulkChanges.list, { query: { limit: 50 } })
  return (
    <>
      <DialogTitle>{t('bulk.runs')}</DialogTitle>
      <DialogContent sx={{ minHeight: 180 }}>
        {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
        {query.isPending ? <RowsSkeleton rows={5} /> : null}
        {query.data?.total === 0 ? <EmptyState title={t('bulk.runs.none')} hint={t('bulk.runs.hint')} icon={mdiHistory} /> : null}
        {query.data?.total ? (
          <ItemList>
            {query.data.data.map((run) => (
              <ListItem
                key={run.id}
                icon={<Icon path={mdiHistory} />}
                title={nameOf(t, run)}
                text={[
                  t('bulk.by', { name: run.createdByName, at: formatInstant(run.createdAt) }),
                  t(`bulk.state.${run.state}`),
                  countsOf(t, run),
                ]
                  .filter(Boolean)
                  .join(' · ')}
                acts={
                  <Button size="small" variant="outlined" onClick={() => onOpen(run.id)}>
                    {t('bulk.open')}
                  </Button>
                }
              />
            ))}
          </ItemList>
        ) : null}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" data-first-focus="" onClick={onClose}>
          {t('bulk.close')}
        </Button>
      </DialogActions>
    </>
  )
}

/** Which one, or `list` for all that were made lately. */
type Props = { shown: string; onShow: (shown: string | undefined) => void }

/** Changes of many venues: how far one is, what it left out, and the way back. */
export const BulkRuns = ({ shown, onShow }: Props) => {
  const close = (): void => onShow(undefined)
  return (
    <Dialog open onClose={close} fullWidth maxWidth="sm">
      {shown === 'list' ? (
        <Runs onOpen={onShow} onClose={close} />
      ) : (
        <Run key={shown} id={shown} onClose={close} onBack={() => onShow('list')} />
      )}
    </Dialog>
  )
}
