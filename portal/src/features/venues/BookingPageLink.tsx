import { mdiOpenInNew } from '@mdi/js'
import Button from '@mui/material/Button'
import { Icon } from '#src/kit/Icon.tsx'
import { useT } from './use-t.ts'

type Props = { venueId: string; channelId?: string }

/** Where guests book by themselves, as they see it. */
export const BookingPageLink = ({ venueId, channelId }: Props) => {
  const t = useT()
  return (
    <Button
      size="small"
      variant="outlined"
      href={`/book/${venueId}${channelId ? `?channel=${channelId}` : ''}`}
      target="_blank"
      rel="noopener"
      endIcon={<Icon path={mdiOpenInNew} size={16} />}
    >
      {t('bookingPage')}
    </Button>
  )
}
