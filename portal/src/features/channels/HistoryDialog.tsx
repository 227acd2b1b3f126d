import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { styled } from '@mui/material/styles'
import { links, type VenueChannel } from '@tablewire/contracts/channels/links'
import { useId } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatInstant } from '#src/kit/format.ts'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { useT } from './use-t.ts'

const Lines = styled('ol')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': { padding: theme.spacing(1, 0), borderBlockEnd: `1px solid ${theme.vars.palette.divider}`, fontSize: '0.875rem' },
  '& > li > strong': { display: 'block', fontWeight: 600 },
  '& > li > span': { color: theme.vars.palette.text.secondary, fontSize: '0.8125rem' },
}))

/** Every move of one link: who, from which side, when and why. */
export const HistoryDialog = ({ venueId, link, onClose }: { venueId: string; link: VenueChannel; onClose: () => void }) => {
  const t = useT()
  const titleId = useId()
  const history = useEndpoint(links.history, { params: { id: venueId, channelId: link.channelId } }, { staleTime: 0 })
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{t('history.title', { name: link.name })}</DialogTitle>
      <DialogContent>
        {history.isPending ? <RowsSkeleton rows={4} /> : null}
        {history.isError ? <ErrorState error={history.error} onRetry={() => void history.refetch()} /> : null}
        {history.data?.length === 0 ? <p>{t('history.none')}</p> : null}
        {history.data?.length ? (
          <Lines>
            {history.data.map((event) => (
              <li key={event.id}>
                <strong>{t('history.line', { from: t(`state.${event.from}`), to: t(`state.${event.to}`) })}</strong>
                <span>
                  {formatInstant(event.at)} · {event.actorName} ({t(`side.${event.side}`)})
                  {event.reason ? ` · ${event.reason === 'check.unreachable' ? t('reason.unreachable') : event.reason}` : null}
                </span>
              </li>
            ))}
          </Lines>
        ) : null}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
