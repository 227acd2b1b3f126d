import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { channels } from '@tablewire/contracts/channels/channels'
import type { VenueLinks } from '@tablewire/contracts/channels/links'
import { useId } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { FormSkeleton } from '#src/kit/Skeletons.tsx'
import { LinkEditor } from './LinkEditor.tsx'
import { useT } from './use-t.ts'

type Props = { channelId: string; venue: VenueLinks; onClose: () => void }
/** What holds for one venue on the channel alone: limits, commission and the message to its guests. */
export const LinkDialog = (props: Props) => {
  const t = useT()
  const titleId = useId()
  const params = { id: props.channelId, venueId: props.venue.id }
  const query = useEndpoint(channels.link, { params }, { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false })
  return (
    <Dialog open onClose={props.onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{t('link.title', { name: props.venue.name })}</DialogTitle>
      {query.data ? (
        <LinkEditor {...props} opened={query.data} />
      ) : (
        <DialogContent>
          {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <FormSkeleton fields={5} />}
        </DialogContent>
      )}
    </Dialog>
  )
}
