import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { links } from '@tablewire/contracts/channels/links'
import { useId } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { LimitsForm, type LimitsProps } from './LimitsForm.tsx'
import { useT } from './use-t.ts'

/** How much of the house a channel gets: for one venue, said by its own people. */
export const LimitsDialog = (props: LimitsProps) => {
  const t = useT()
  const titleId = useId()
  const { venueId, link, onClose } = props
  const query = useEndpoint(links.limits, { params: { id: venueId, channelId: link.channelId } }, { staleTime: 0, gcTime: 0 })
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{t('limits.title', { name: link.name })}</DialogTitle>
      {query.data ? (
        <LimitsForm {...props} opened={query.data} />
      ) : (
        <DialogContent>
          {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <RowsSkeleton rows={3} />}
        </DialogContent>
      )}
    </Dialog>
  )
}
